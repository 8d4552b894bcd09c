import { NativeWeakMap, apply, getNames, weakGet, weakSet } from './natives.js';
import { imitation, patchAccessor, patchMethod } from './patch.js';

/** Formatters without a date, and Temporal, ask for the time by themselves: here they ask `now`. */
export function hookFormats(now) {
  const dating = new NativeWeakMap();
  const formats = scope.Intl && scope.Intl.DateTimeFormat && scope.Intl.DateTimeFormat.prototype;
  const dated = (args) => (args.length === 0 || args[0] === undefined ? [now()] : args);
  patchMethod(formats, 'formatToParts', (native) => (self, args) => apply(native, self, dated(args)));
  patchAccessor(formats, 'format', {
    get: (native) => (self) => {
      const format = apply(native, self, []);
      const known = weakGet(dating, format);
      if (known !== undefined) return known;
      const fake = imitation(format, (_, args) => apply(format, undefined, dated(args)));
      weakSet(dating, format, fake);
      return fake;
    },
  });
  const temporal = scope.Temporal;
  if (!temporal || !temporal.Now) return;
  const instant = () => temporal.Instant.fromEpochMilliseconds(now());
  const zone = (args) => (args.length === 0 || args[0] === undefined ? temporal.Now.timeZoneId() : args[0]);
  const zoned = (args) => instant().toZonedDateTimeISO(zone(args));
  const made = {
    instant: () => instant(),
    zonedDateTimeISO: (args) => zoned(args),
    plainDateTimeISO: (args) => zoned(args).toPlainDateTime(),
    plainDateISO: (args) => zoned(args).toPlainDate(),
    plainTimeISO: (args) => zoned(args).toPlainTime(),
  };
  for (const name of getNames(made)) patchMethod(temporal.Now, name, () => (self, args) => made[name](args));
}
