export const edited = true;
