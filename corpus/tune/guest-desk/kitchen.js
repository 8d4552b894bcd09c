const dishes = ['rye bread', 'plum jam', 'goat cheese', 'eggs from the yard'];
export const tomorrow = () => `Tomorrow there are ${dishes.slice(0, -1).join(', ')} and ${dishes.at(-1)}.`;
