/** The service that all runs of an experiment are of, though each is a compose project of its own. */

/** On the containers of a run: the name of its experiment. */
export const experimentNameLabel = 'hearth.experiment.name'
/** No name of a compose project or an image has a space: services of experiments never mix with deployed ones. */
export const experimentInfix = ' experiment/'

/** `clinic experiment/web`. */
export function experimentService(experiment: string, composeService: string): string {
  return `${experiment}${experimentInfix}${composeService}`
}

/** Its profiles are of configurations in random order, not of deploys or replicas. */
export function isExperimentService(service: string): boolean {
  return service.includes(experimentInfix)
}
