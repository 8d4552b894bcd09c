/** The lines of a text as they arrive, without waiting for its end. */
export async function* lines(body) {
  let rest = "";
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + text).split("\n");
    rest = parts.pop();
    yield* parts;
  }
  if (rest) {
    yield rest;
  }
}
