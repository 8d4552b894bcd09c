const words = {
  ar: {
    dir: 'rtl', title: 'سوق الليل', stalls: 'الدكاكين', cart: 'السلة', add: 'أضف', sum: 'المجموع', name: 'الاسم', hello: 'مرحبا',
    goods: { dates: 'تمر المدينة (1 كغ)', lamp: 'مصباح نحاس صغير', tea: 'شاي بالنعناع', carpet: 'سجادة حمراء 2×3', ink: 'حبر أسود' }
  },
  he: {
    dir: 'rtl', title: 'שוק הלילה', stalls: 'דוכנים', cart: 'סל', add: 'הוסף', sum: 'סך הכל', name: 'שם', hello: 'שלום',
    goods: { dates: 'תמרים (1 קג)', lamp: 'מנורת נחושת קטנה', tea: 'תה עם נענע', carpet: 'שטיח אדום 2×3', ink: 'דיו שחור' }
  },
  en: {
    dir: 'ltr', title: 'Night bazaar', stalls: 'Stalls', cart: 'Basket', add: 'Add', sum: 'Together', name: 'Name', hello: 'Hello',
    goods: { dates: 'Dates (1 kg)', lamp: 'Small copper lamp', tea: 'Tea with mint', carpet: 'Red carpet 2×3', ink: 'Black ink' }
  }
};
const prices = { dates: 12, lamp: 85, tea: 4, carpet: 310, ink: 9 };
