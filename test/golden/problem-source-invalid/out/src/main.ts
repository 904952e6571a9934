export const answer = 42;
export const = 7;
