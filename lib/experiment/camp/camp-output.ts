/** What `camp generate` and `camp realize` left, and what tells configurations of CAMP apart. */
import { z } from 'zod'
import { readYaml } from '../yaml/read-yaml.ts'
import type { CampConfiguration } from './camp-configurations.ts'

const configurationSchema = z.looseObject({
  instances: z.record(
    z.string(),
    z.looseObject({
      definition: z.string(),
      configuration: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullish(),
    }),
  ),
})

/** The components that run, and the values of their variables. */
export interface CampParts {
  readonly components: readonly string[]
  readonly values: readonly { readonly component: string; readonly variable: string; readonly value: string }[]
}

/** Reads a `configuration.yml`. Throws: Problem `experiment-invalid` with line and column. */
export function readCampOutput(file: string, text: string): CampParts {
  const { data, source } = readYaml(text, { file, schema: configurationSchema, asWritten: ['instances'] })
  const instances = source.namesAt(['instances']).map((name) => data.instances[name]!)
  return {
    components: instances.map(({ definition }) => definition),
    values: instances.flatMap(({ definition: component, configuration }) =>
      Object.entries(configuration ?? {}).map(([variable, value]) => ({ component, variable, value: String(value) })),
    ),
  }
}

export function partsOfConfiguration({ structure, values }: CampConfiguration): CampParts {
  return {
    components: structure.components.map(({ name }) => name),
    values: [...values].flatMap(([component, own]) =>
      [...own].map(([variable, value]) => ({ component, variable, value: String(value) })),
    ),
  }
}

/**
 * For each configuration its values by `component variable`, and under `components` those that not all have. A variable
 * of one value says nothing that its component does not: beside a component that was swapped it would be a second
 * difference, and no two configurations would differ in one thing alone. It is left out, unless there is one
 * configuration.
 */
export function tellCampApart(all: readonly CampParts[]): Record<string, string>[] {
  const isEverywhere = (component: string) => all.every(({ components }) => components.includes(component))
  const differ = all.some(({ components }) => components.some((component) => !isEverywhere(component)))
  const nameOf = ({ component, variable }: CampParts['values'][number]) => `${component} ${variable}`
  const valuesOf = Map.groupBy(
    all.flatMap(({ values }) => values),
    nameOf,
  )
  const varies = (name: string) => new Set(valuesOf.get(name)!.map(({ value }) => value)).size > 1
  return all.map(({ components, values }) => ({
    ...(differ ? { components: components.filter((component) => !isEverywhere(component)).join(' + ') } : {}),
    ...Object.fromEntries(
      values.filter((one) => all.length === 1 || varies(nameOf(one))).map((one) => [nameOf(one), one.value]),
    ),
  }))
}
