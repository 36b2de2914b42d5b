/** What is known of one code. `remedy` is one or two sentences a person can act on at three in the morning. */
interface Explanation<Facts> {
  readonly status: number
  readonly title: (facts: Facts) => string
  readonly remedy: (facts: Facts) => string
}

/** A row for each code of `FactsByCode`: a code without one does not compile, nor a row without a code. */
export type Explanations<FactsByCode> = { readonly [Code in keyof FactsByCode]: Explanation<FactsByCode[Code]> }
