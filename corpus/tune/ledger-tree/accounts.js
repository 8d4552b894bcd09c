export const accounts = [
  { name: 'Plots', parts: [{ name: 'Rents', parts: ['Upper field', 'Lower field', 'Orchard side'] }, { name: 'Deposits', parts: ['Keys', 'Sheds'] }] },
  { name: 'Shop', parts: [{ name: 'Seeds', parts: ['Beans', 'Salads', 'Flowers'] }, { name: 'Compost', parts: ['Own', 'Bought'] }] },
  { name: 'Upkeep', parts: [{ name: 'Water', parts: ['Meter', 'Pump'] }, { name: 'Paths', parts: ['Gravel', 'Hedges'] }] },
];

export const quarters = [
  { id: 'q1', name: 'Winter', rows: [['4 Jan', 'Rents, upper field', 840, 0], ['17 Jan', 'Pump overhaul', 0, 265.5], ['2 Feb', 'Seed order', 0, 312.8], ['20 Mar', 'Keys, three', 45, 0]] },
  { id: 'q2', name: 'Spring', rows: [['6 Apr', 'Rents, lower field', 910, 0], ['11 Apr', 'Gravel, two loads', 0, 190], ['3 May', 'Plant sale', 402.6, 0], ['9 Jun', 'Water, meter', 0, 148.25]] },
  { id: 'q3', name: 'Summer', rows: [['1 Jul', 'Rents, orchard side', 360, 0], ['15 Jul', 'Hedge cutter hire', 0, 58], ['30 Aug', 'Show day', 233.1, 0], ['4 Sep', 'Cups and ribbons', 0, 41.4]] },
];
