const texts = {
  en: ['ltr', 'Dear friend,', 'your card came on Tuesday, a little wet.', 'The cat read it first.', 'Yours, Edda'],
  he: ['rtl', 'חבר יקר,', 'הכרטיס שלך הגיע ביום שלישי, קצת רטוב.', 'החתול קרא אותו ראשון.', 'שלך, אדה'],
  ar: ['rtl', 'صديقي العزيز،', 'وصلت بطاقتك يوم الثلاثاء (12/3) مبللة قليلا.', 'قرأتها القطة أولا.', 'صديقتك إيدا'],
};
const field = (id) => document.getElementById(id);
let stamp = 1.1;

function postage() {
  field('postage').textContent = `Postage: ${(stamp + (field('air').checked ? 0.8 : 0)).toFixed(2)}`;
}

for (const lang of Object.keys(texts)) {
  field(`tab-${lang}`).addEventListener('click', () => {
    const [dir, ...parts] = texts[lang];
    field('letter').dir = dir;
    field('letter').lang = lang;
    ['greeting', 'body', 'quote', 'sign'].forEach((id, index) => { field(id).textContent = parts[index]; });
    for (const other of Object.keys(texts)) field(`tab-${other}`).classList.toggle('on', other === lang);
  });
}

field('bold').addEventListener('click', () => field('edit').classList.toggle('strong'));
field('stamp').addEventListener('click', () => field('stamps').showModal());
field('stamps').addEventListener('close', () => {
  stamp = Number(field('stamps').returnValue) || stamp;
  postage();
});
field('air').addEventListener('change', postage);
