/** Why a model has no configurations, or too many to look through: for a person. */
export class CampRefused extends Error {
  /** The key of the model that it is about. */
  readonly about: 'goals' | 'constraints'

  constructor(about: 'goals' | 'constraints', message: string) {
    super(message)
    this.about = about
  }
}

/** Counts steps of a search. Throws: CampRefused after so many. */
export function createStepLimit(most: number): () => void {
  let steps = 0
  return () => {
    if (++steps > most)
      throw new CampRefused('goals', `the model has too many combinations: ${most} were looked through`)
  }
}
