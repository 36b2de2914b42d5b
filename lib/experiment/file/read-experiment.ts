/** `experiment.yaml` to an Experiment, and each of its configurations. */
import { type Complaint, readYaml, type YamlSource } from '../yaml/read-yaml.ts'
import { type Combination, chooseCombinations, CoverageRefused, type Excluded } from '../plan/coverage.ts'
import { type ExperimentText, experimentFileSchema } from './experiment-schema.ts'

/** What a value changes; nothing where all is empty. */
export interface Effect {
  readonly env: Readonly<Record<string, string>>
  readonly buildArgs: Readonly<Record<string, string>>
  readonly composeEnv: Readonly<Record<string, string>>
  /** Compose files beside experiment.yaml, put over the others in this order. */
  readonly overrides: readonly string[]
  /** Whose env and build arguments; null for the profiled service. */
  readonly service: string | null
}

export interface Variable {
  readonly name: string
  readonly values: readonly { readonly name: string; readonly effect: Effect }[]
}

/** One way to run the application: a value for each variable, in the order of the file. */
export interface Configuration {
  /** From 1, in the order of the plan. */
  readonly number: number
  readonly values: Readonly<Record<string, string>>
  readonly effects: readonly Effect[]
}

export interface ReadExperiment {
  readonly text: ExperimentText
  readonly variables: readonly Variable[]
  /** Empty where the configurations are CAMP's. */
  readonly configurations: readonly Configuration[]
  /** What a person should know of the choice, in sentences. */
  readonly notes: readonly string[]
}

/**
 * Reads the text of an experiment.yaml, and chooses its configurations.
 *
 * Throws: Problem `experiment-invalid` with line and column.
 */
export function readExperiment(file: string, text: string): ReadExperiment {
  const { data, source } = readYaml(text, { file, schema: experimentFileSchema, asWritten: ['variables', 'exclude'] })
  const variables = readVariables(data, source)
  const excluded = readExcluded(data, variables, source)
  if (data.camp) return { text: data, variables: [], configurations: [], notes: [] }
  try {
    const { chosen, notes } = chooseCombinations(variables, excluded, data.coverage)
    return {
      text: data,
      variables,
      configurations: chosen.map((one, at) => configurationOf(variables, one, at + 1)),
      notes,
    }
  } catch (error) {
    if (!(error instanceof CoverageRefused)) throw error
    return source.refuse([{ path: error.isAboutExcluded ? ['exclude'] : ['variables'], message: error.message }])
  }
}

function readVariables({ variables = {} }: ExperimentText, source: YamlSource): Variable[] {
  const complaints: Complaint[] = []
  const read = source.namesAt(['variables']).map((name): Variable => {
    const values = variables[name]!
    if (!Array.isArray(values)) {
      const names = source.namesAt(['variables', name])
      if (names.length === 0) complaints.push({ path: ['variables', name], message: `${name} has no values` })
      return { name, values: names.map((value) => ({ name: value, effect: effectOf(values[value]!) })) }
    }
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
      complaints.push({
        path: ['variables', name],
        isAboutName: true,
        message: `${name} is no name of an environment variable, so its values must say what they change`,
      })
    const names = values.map(String)
    for (const [at, value] of names.entries())
      if (names.indexOf(value) < at)
        complaints.push({ path: ['variables', name, at], message: `${value} is a value of ${name} already` })
    return { name, values: names.map((value) => ({ name: value, effect: effectOf({ env: { [name]: value } }) })) }
  })
  return complaints.length > 0 ? source.refuse(complaints) : read
}

type EffectText = Exclude<NonNullable<ExperimentText['variables']>[string], readonly unknown[]>[string]

function effectOf(text: EffectText): Effect {
  const { env = {}, build_args: buildArgs = {}, compose_env: composeEnv = {}, override = [], service } = text
  return {
    env: asStrings(env),
    buildArgs: asStrings(buildArgs),
    composeEnv: asStrings(composeEnv),
    overrides: typeof override === 'string' ? [override] : override,
    service: service ?? null,
  }
}

function asStrings(values: Readonly<Record<string, string | number | boolean>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]))
}

/** Maps indices of variables to indices of their values: each combination of those is left out. */
function readExcluded({ exclude }: ExperimentText, variables: readonly Variable[], source: YamlSource): Excluded[] {
  const complaints: Complaint[] = []
  const read = exclude.map((entry, at) => {
    const excluded = new Map<number, Set<number>>()
    for (const [name, given] of Object.entries(entry)) {
      const index = variables.findIndex((variable) => variable.name === name)
      if (index < 0)
        complaints.push({ path: ['exclude', at, name], message: `there is no variable ${name}`, isAboutName: true })
      else excluded.set(index, new Set(readValues(given, variables[index]!, ['exclude', at, name], complaints)))
    }
    if (excluded.size === 0 && Object.keys(entry).length === 0)
      complaints.push({ path: ['exclude', at], message: 'names no variable, so it would leave out everything' })
    return excluded
  })
  return complaints.length > 0 ? source.refuse(complaints) : read
}

function readValues(
  given: unknown,
  variable: Variable,
  path: readonly PropertyKey[],
  complaints: Complaint[],
): number[] {
  const isList = Array.isArray(given)
  return (isList ? given : [given]).map((value, at) => {
    const index = variable.values.findIndex(({ name }) => name === String(value))
    if (index < 0)
      complaints.push({
        path: isList ? [...path, at] : path,
        message: `${variable.name} has no value ${String(value)}; it has ${variable.values.map(({ name }) => name).join(', ')}`,
      })
    return index
  })
}

function configurationOf(variables: readonly Variable[], combination: Combination, number: number): Configuration {
  const chosen = variables.map(({ values }, at) => values[combination[at]!]!)
  return {
    number,
    values: Object.fromEntries(variables.map(({ name }, at) => [name, chosen[at]!.name])),
    effects: chosen.map(({ effect }) => effect),
  }
}
