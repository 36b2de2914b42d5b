/** The configurations of a CAMP model, by mode. */
import type { CampMode } from './camp-modes.ts'
import { type CampModel, type CampValue, instanceName } from './camp-model.ts'
import { assignValues } from './assign-values.ts'
import { CampRefused } from './camp-refused.ts'
import { findStructures, type Structure } from './structures.ts'

export interface CampConfiguration {
  readonly structure: Structure
  /** Component to variable to value, of those that run. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, CampValue>>
}

/** Limit of the configurations of a project of CAMP: one with more is refused. */
const mostConfigurations = 10_000

/**
 * `all`: each one. `covering`: few that have each component and each value of `all` at least once, at most as many as
 * CAMP takes. `atomic`: the first one, and those with exactly one component or value that the first has not.
 *
 * Throws: CampRefused.
 */
export function findCampConfigurations(model: CampModel, mode: CampMode): CampConfiguration[] {
  const all: CampConfiguration[] = []
  for (const structure of findStructures(model))
    for (const values of assignValues(model, structure)) {
      all.push({ structure, values })
      if (all.length > mostConfigurations)
        throw new CampRefused('goals', `there are more than ${mostConfigurations} configurations`)
    }
  if (all.length === 0)
    throw new CampRefused('goals', `no configuration provides ${model.goals.join(' and ')} within the constraints`)
  if (mode === 'all') return all
  return mode === 'covering' ? cover(all) : changesFromFirst(all)
}

/** Components, and values of variables. */
function partsOf({ structure, values }: CampConfiguration): string[] {
  return [
    ...structure.components.map(({ name }) => name),
    ...[...values].flatMap(([component, ofComponent]) =>
      [...ofComponent].map(([variable, value]) => JSON.stringify([component, variable, value])),
    ),
  ]
}

function cover(all: readonly CampConfiguration[]): CampConfiguration[] {
  const parts = all.map(partsOf)
  const missing = new Set(parts.flat())
  const chosen: CampConfiguration[] = []
  for (let best = 0; missing.size > 0;) {
    chosen.push(all[best]!)
    for (const part of parts[best]!) missing.delete(part)
    let most = 0
    for (const [at, own] of parts.entries()) {
      const gain = own.filter((part) => missing.has(part)).length
      if (gain > most) [most, best] = [gain, at]
    }
  }
  return chosen
}

function changesFromFirst(all: readonly CampConfiguration[]): CampConfiguration[] {
  const [first, ...others] = all as [CampConfiguration, ...CampConfiguration[]]
  const firstParts = new Set(partsOf(first))
  return [first, ...others.filter((one) => partsOf(one).filter((part) => !firstParts.has(part)).length === 1)]
}

/** As `configuration.yml` of CAMP has it. */
export function describeCampConfiguration({ structure, values }: CampConfiguration): Record<string, unknown> {
  const instances = structure.components.map(({ name }) => {
    const provider = structure.featureProviders.get(name)
    return [
      instanceName(name),
      {
        definition: name,
        configuration: Object.fromEntries(values.get(name) ?? []),
        ...(provider === undefined ? {} : { feature_provider: instanceName(provider) }),
        service_providers: [...(structure.serviceProviders.get(name) ?? new Map<string, string>()).values()].map(
          instanceName,
        ),
      },
    ] as const
  })
  return { instances: Object.fromEntries(instances) }
}
