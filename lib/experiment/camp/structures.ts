/**
 * Which components run together, and which provides what to which: CAMP's integrity rules. A component has one instance
 * at most. CAMP's solver may add components that nothing uses; here there are none.
 *
 * Source: https://github.com/STAMP-project/camp/blob/master/camp/generate.py
 */
import type { CampComponent, CampModel } from './camp-model.ts'
import { createStepLimit } from './camp-refused.ts'

/** Components by name, in the order of the model. */
export interface Structure {
  readonly components: readonly CampComponent[]
  /** Component to service to the component that provides it. */
  readonly serviceProviders: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Component to the one whose image its own is built on. */
  readonly featureProviders: ReadonlyMap<string, string>
}

/** What is still to be linked, and what is. Linked lists: each branch of the search has its own. */
interface Draft {
  readonly used: ReadonlySet<CampComponent>
  readonly services: readonly {
    readonly user: CampComponent
    readonly service: string
    readonly provider: CampComponent
  }[]
  readonly features: ReadonlyMap<CampComponent, CampComponent>
}

type Need =
  | { readonly goal: string }
  | { readonly user: CampComponent; readonly service: string }
  | { readonly user: CampComponent; readonly service: null }

/** Ways to link components that are tried. */
const mostTriedLinks = 200_000

/** In the order of the model, each once. Throws: CampRefused. */
export function* findStructures(model: CampModel): Generator<Structure> {
  const needs = model.goals.map((goal): Need => ({ goal }))
  const seen = new Set<string>()
  for (const draft of complete(
    { used: new Set(), services: [], features: new Map() },
    needs,
    model.components,
    createStepLimit(mostTriedLinks),
  )) {
    if (!isSound(draft, model.goals)) continue
    const key = keyOf(draft)
    if (seen.has(key)) continue
    seen.add(key)
    yield structureOf(draft, model)
  }
}

function* complete(
  draft: Draft,
  needs: readonly Need[],
  all: readonly CampComponent[],
  step: () => void,
): Generator<Draft> {
  const [need, ...others] = needs
  if (need === undefined) {
    yield draft
    return
  }
  for (const provider of all.filter((component) => mayProvide(component, need))) {
    step()
    const isNew = !draft.used.has(provider)
    const own = isNew ? needsOf(provider) : []
    yield* complete(
      { ...link(draft, need, provider), used: new Set([...draft.used, provider]) },
      [...others, ...own],
      all,
      step,
    )
  }
}

function mayProvide(component: CampComponent, need: Need): boolean {
  if ('goal' in need) return component.providesServices.includes(need.goal)
  if (component === need.user) return false
  if (need.service !== null) return component.providesServices.includes(need.service)
  return component.providesFeatures.length > 0 || component.requiresFeatures.length > 0
}

function needsOf(user: CampComponent): Need[] {
  const services = user.requiresServices.map((service): Need => ({ user, service }))
  return user.requiresFeatures.length > 0 ? [...services, { user, service: null }] : services
}

function link(draft: Draft, need: Need, provider: CampComponent): Draft {
  if ('goal' in need) return draft
  const { user, service } = need
  if (service === null) return { ...draft, features: new Map([...draft.features, [user, provider]]) }
  return { ...draft, services: [...draft.services, { user, service, provider }] }
}

/**
 * One instance provides each goal; one alone provides services that none uses; stacks of features have no cycle and no
 * feature twice.
 */
function isSound({ used, services, features }: Draft, goals: readonly string[]): boolean {
  const all = [...used]
  if (goals.some((goal) => all.filter(({ providesServices }) => providesServices.includes(goal)).length !== 1))
    return false
  const endpoints = new Set(services.map(({ provider }) => provider))
  if (all.filter((one) => one.providesServices.length > 0 && !endpoints.has(one)).length !== 1) return false
  return all.every((one) => {
    const stack = stackBelow(one, features)
    if (stack === null) return false
    const provided = stack.flatMap(({ providesFeatures }) => providesFeatures)
    return (
      one.requiresFeatures.every((feature) => provided.includes(feature)) &&
      !one.providesFeatures.some((feature) => provided.includes(feature))
    )
  })
}

/** null where it comes back to itself. */
function stackBelow(component: CampComponent, features: Draft['features']): CampComponent[] | null {
  const stack: CampComponent[] = []
  for (let next = features.get(component); next !== undefined; next = features.get(next)) {
    if (next === component || stack.includes(next)) return null
    stack.push(next)
  }
  return stack
}

function keyOf({ used, services, features }: Draft): string {
  return JSON.stringify([
    [...used].map(({ name }) => name).sort(),
    services.map(({ user, service, provider }) => [user.name, service, provider.name]).sort(),
    [...features].map(([user, provider]) => [user.name, provider.name]).sort(),
  ])
}

function structureOf({ used, services, features }: Draft, model: CampModel): Structure {
  const components = model.components.filter((component) => used.has(component))
  return {
    components,
    serviceProviders: new Map(
      components.map((component) => [
        component.name,
        new Map(
          services.filter(({ user }) => user === component).map(({ service, provider }) => [service, provider.name]),
        ),
      ]),
    ),
    featureProviders: new Map([...features].map(([user, provider]) => [user.name, provider.name])),
  }
}
