/** Thrown inside the reader for bytes that mean nothing, and caught there: outside it is a warning or a Problem. */
export class Damage extends Error {}
