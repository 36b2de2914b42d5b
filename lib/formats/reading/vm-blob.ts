const vmBlob =
  /^(Interpreter|StubRoutines( \(.*\))?|(I2C\/C2I )?adapters|[vi]table (stub|chunks)|.*Blob|.* Runtime1 stub|(C1|C2|Shared) Runtime .*)$/

/**
 * Whether a name without a library is that of code which HotSpot made, JDK 8 to 25: as far as no native function is
 * called so.
 */
export function isVmBlob(name: string): boolean {
  return vmBlob.test(name)
}
