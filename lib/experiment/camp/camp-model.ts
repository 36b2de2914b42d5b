/**
 * A model of CAMP (camp.yml): components, what they provide and require, their variables and constraints.
 *
 * Source: https://github.com/STAMP-project/camp/blob/master/docs/pages/generate.md
 */
import { z } from 'zod'
import { type Complaint, readYaml, type YamlSource } from '../yaml/read-yaml.ts'
import { type Formula, valuesIn } from './formula.ts'
import { ConstraintRefused, parseConstraint } from './parse-constraint.ts'

const name = z.union([z.string().min(1), z.number()]).transform(String)
const names = z.array(name).default([])
const file = z.string().min(1)

const rangeSchema = z
  .strictObject({ range: z.tuple([z.number().int(), z.number().int()]), coverage: z.number().int().min(1) })
  .describe('From the one to the other in steps of at most coverage.')
const value = z.union([z.string(), z.number(), z.boolean()])

/** Text that is replaced, or files of which one is kept. */
const realizationSchema = z.union([
  z.strictObject({ targets: z.array(file).min(1), pattern: z.string().min(1), replacements: z.array(value).min(1) }),
  z.strictObject({ select: z.array(file).min(1), as: file.optional() }),
])

const variableSchema = z.strictObject({
  type: z.string().default('Text'),
  values: z.union([z.array(value).min(1), rangeSchema]).optional(),
  realization: z.array(realizationSchema).default([]),
})

const componentSchema = z.strictObject({
  provides_services: names,
  requires_services: names,
  provides_features: names,
  requires_features: names,
  variables: z.record(z.string(), variableSchema).default({}),
  realization: z
    .array(z.strictObject({ select: file, instead_of: z.array(file).default([]), as: file.optional() }))
    .default([]),
  implementation: z
    .strictObject({ docker: z.strictObject({ file: file.optional(), image: z.string().optional() }) })
    .optional(),
  tests: z.looseObject({}).optional(),
})

const modelSchema = z.strictObject({
  goals: z.strictObject({ running: z.array(name).min(1) }),
  components: z.record(z.string().regex(/^[A-Za-z_]\w*$/, 'letters, digits and _ only'), componentSchema),
  constraints: z.array(z.string()).default([]),
})

export type CampValue = string | number | boolean

export interface CampVariable {
  readonly name: string
  /** Whether constraints see its values, else their index. */
  readonly isInteger: boolean
  /** null: any integer that the constraints allow. */
  readonly values: readonly CampValue[] | null
  /** How a value changes the files of the template. */
  readonly realization: readonly Realization[]
}
export type Realization = z.output<typeof realizationSchema>

export interface CampComponent {
  readonly name: string
  readonly providesServices: readonly string[]
  readonly requiresServices: readonly string[]
  readonly providesFeatures: readonly string[]
  readonly requiresFeatures: readonly string[]
  readonly variables: readonly CampVariable[]
  /** `select`: the file of the template that is kept, as `as` if given. `instead_of`: files that are dropped. */
  readonly selections: readonly {
    readonly select: string
    readonly instead_of: readonly string[]
    readonly as?: string | undefined
  }[]
  /**
   * Whether its image is built from its folder of the template, or the name of one that exists; null where the model
   * says neither.
   */
  readonly image: 'built' | { readonly name: string } | null
}

export interface CampModel {
  readonly goals: readonly string[]
  readonly components: readonly CampComponent[]
  readonly constraints: readonly Formula[]
}

/** A component has one instance at most, and this is its name. */
export function instanceName(component: string): string {
  return `${component.toLowerCase()}_0`
}

/**
 * Gives the model. Throws: Problem `experiment-invalid` with line and column; a constraint that is not evaluated is
 * named.
 */
export function readCampModel(
  fileName: string,
  text: string,
): { readonly model: CampModel; readonly source: YamlSource } {
  const { data, source } = readYaml(text, { file: fileName, schema: modelSchema })
  const complaints: Complaint[] = []
  const components = source.namesAt(['components']).map((componentName): CampComponent => {
    const component = data.components[componentName]!
    const path = ['components', componentName, 'variables']
    return {
      name: componentName,
      providesServices: component.provides_services,
      requiresServices: component.requires_services,
      providesFeatures: component.provides_features,
      requiresFeatures: component.requires_features,
      selections: component.realization,
      image: imageOf(component),
      variables: source
        .namesAt(path)
        .map((variable) => readVariable(variable, component.variables[variable]!, [...path, variable], complaints)),
    }
  })
  const constraints = readConstraints(data.constraints, components, complaints)
  return complaints.length > 0
    ? source.refuse(complaints)
    : { model: { goals: data.goals.running, components, constraints }, source }
}

function imageOf({ implementation }: z.output<typeof componentSchema>): CampComponent['image'] {
  if (implementation?.docker.file !== undefined) return 'built'
  return implementation?.docker.image === undefined ? null : { name: implementation.docker.image }
}

function readVariable(
  variable: string,
  { type, values, realization }: z.output<typeof variableSchema>,
  path: readonly string[],
  complaints: Complaint[],
): CampVariable {
  const isInteger = type === 'Integer'
  if (values === undefined && !isInteger)
    complaints.push({ path, message: `${variable} needs values: only an Integer may lack them` })
  const list = values === undefined || Array.isArray(values) ? (values ?? null) : coverRange(values)
  if (isInteger && list?.some((one) => !Number.isSafeInteger(one)) === true)
    complaints.push({
      path: [...path, 'values'],
      message: `${variable} is an Integer, and not all of its values are whole numbers`,
    })
  return { name: variable, isInteger, values: list, realization }
}

/** In steps of the largest divisor of the width that is not above the coverage, as CAMP does. */
export function coverRange({ range, coverage }: z.output<typeof rangeSchema>): number[] {
  const [low, high] = range.toSorted((a, b) => a - b) as [number, number]
  const width = high - low
  let step = coverage
  while (width % step !== 0) step--
  return Array.from({ length: width / step + 1 }, (_, at) => low + at * step)
}

function readConstraints(
  texts: readonly string[],
  components: readonly CampComponent[],
  complaints: Complaint[],
): Formula[] {
  const declaredNames = new Set(
    components.flatMap(({ name: component, variables }) =>
      variables.map((one) => `${instanceName(component)}_${one.name}`),
    ),
  )
  return texts.flatMap((text, at) => {
    try {
      const formula = parseConstraint(text)
      for (const used of valuesIn(formula))
        if (!declaredNames.has(used)) complaints.push({ path: ['constraints', at], message: `there is no ${used}` })
      return [formula]
    } catch (error) {
      if (!(error instanceof ConstraintRefused)) throw error
      complaints.push({ path: ['constraints', at], message: error.message })
      return []
    }
  })
}
