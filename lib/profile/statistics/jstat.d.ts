/** Declares the only function of it that is used. */
declare module 'jstat' {
  const jstat: {
    /** The regularized incomplete beta function I_x(a, b). */
    ibeta(x: number, a: number, b: number): number
  }
  export default jstat
}
