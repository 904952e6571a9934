export const mine = true;
