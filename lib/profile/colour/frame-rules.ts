/**
 * By frame, the first rule that finds it, counted from 1; 0 for none.
 * Shape: for each rule 1 or 0 a frame, as matchesLiteral and matchesPattern give; null for a rule that could not be run.
 */
export function firstRules(matchesByRule: readonly (Uint8Array | null)[], frameCount: number): Uint8Array<ArrayBuffer> {
  const rules = new Uint8Array(frameCount)
  matchesByRule.forEach((matches, rule) => {
    if (!matches) return
    for (let frame = 0; frame < frameCount; frame++)
      if (rules[frame] === 0 && matches[frame] === 1) rules[frame] = rule + 1
  })
  return rules
}
