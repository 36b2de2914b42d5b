/** The collectors that the web program follows, each with its own connection, state and end. */
import type { VerbClient } from '../../collector/client/client.ts'
import type { Collector } from '../../contract/collectors.ts'
import { localCollectorId } from '../../contract/constants.ts'
import type { WatchEvent } from '../../contract/live-events.ts'
import { Problem } from '../../errors.ts'
import { followCollector } from './follow-collector.ts'
import { type CollectorState, createCollectorState } from './collector-state.ts'

/** A collector, and how it is reached. */
export interface CollectorEntry {
  readonly id: string
  /** The name of its host; empty for the local collector. */
  readonly name: string
  readonly client: VerbClient
  /** The socket, or the host, for messages to people. */
  readonly address: string
  /** Unix ms; null for the local one. */
  readonly joinedAt: number | null
}

interface Followed extends CollectorEntry {
  readonly state: CollectorState
  readonly stop: () => Promise<void>
}

interface CollectorsOptions {
  /** Called with each event before `state` has it. */
  readonly onEvent: (entry: { readonly id: string; readonly state: CollectorState }, event: WatchEvent) => void
  /** Called when a collector begins to answer, or no longer answers. */
  readonly onChange: (collector: Collector) => void
  readonly firstWaitMs?: number
}

export type Collectors = ReturnType<typeof createCollectors>

export function createCollectors({ onEvent, onChange, firstWaitMs }: CollectorsOptions) {
  const followed = new Map<string, Followed>()

  /** Gives a collector. Throws: Problem `not-found` where it was removed. */
  function get(id: string): Followed {
    const found = followed.get(id)
    if (found) return found
    throw new Problem('not-found', { what: 'collector' })
  }

  const describe = ({ id, name, state, joinedAt }: Followed, inOrder = listAnsweringFirst()): Collector => ({
    ...{ id, name, joinedAt },
    problem: state.problem(),
    health: state.checks(),
    listedUnder: findListedUnder({ id, state }, inOrder),
  })

  const listAnsweringFirst = (): Followed[] =>
    [...followed.values()].sort((a, b) => Number(a.state.problem() !== null) - Number(b.state.problem() !== null))

  function list(): Collector[] {
    const inOrder = listAnsweringFirst()
    return [...followed.values()].map((one) => describe(one, inOrder))
  }

  return {
    /** Follows it from now on. Throws: Error for an id that is followed already. */
    add({ id, name, client, address, joinedAt }: CollectorEntry): void {
      if (followed.has(id)) throw new Error(`collector ${id} is followed already`)
      const starting = new Problem('collector-unreachable', { socket: address, reason: 'it is starting' })
      const state = createCollectorState(starting.toJSON())
      const following = followCollector({
        ...(firstWaitMs === undefined ? {} : { firstWaitMs }),
        watch: (signal) => client.watch(signal),
        socket: address,
        onEvent: (event) => onEvent({ id, state }, ofCollector(id, event)),
        onProblem: (problem) => {
          state.setProblem(problem?.toJSON() ?? null)
          onChange(describe(entry))
        },
      })
      const entry = { id, name, client, address, joinedAt, state, stop: () => following.stop() }
      followed.set(id, entry)
    },
    /** Follows it no longer, and forgets its JVMs and captures. */
    async remove(id: string): Promise<void> {
      const removed = followed.get(id)
      followed.delete(id)
      await removed?.stop()
    },
    has: (id: string) => followed.has(id),
    clientOf: (id: string): VerbClient => get(id).client,
    stateOf: (id: string): CollectorState => get(id).state,
    /** null where no JVMs of this host are listed. */
    local: () => followed.get(localCollectorId) ?? null,
    /**
     * The collector that lists this JVM or pod; the local one where none does yet, since it may know it already.
     * Throws: Problem `target-gone`.
     */
    ownerOf(targetId: string): Followed {
      const seesIt = ({ state }: Followed) => state.target(targetId) ?? state.pod(targetId)
      const owner = listAnsweringFirst().find(seesIt) ?? followed.get(localCollectorId)
      if (owner) return owner
      throw new Problem('target-gone', { target: 'This JVM' })
    },
    /** Of those that answer first: of a JVM that several see, they know more. */
    states: (): CollectorState[] => listAnsweringFirst().map(({ state }) => state),
    /** A JVM that one saw end is gone for those that do not answer, too: they would list it as last seen. */
    forgetTarget(id: string): void {
      for (const { state } of followed.values()) if (state.problem() !== null) state.apply({ type: 'target-gone', id })
    },
    describe: (id: string): Collector => describe(get(id)),
    ids: (): string[] => [...followed.keys()],
    list,
    /** Gives those whose JVMs another collector may list, or no longer, since an event of this one. */
    listAffectedBy(id: string, event: WatchEvent): Collector[] {
      if (event.type === 'snapshot') return list()
      const target = event.type === 'target' ? event.target.id : event.type === 'target-gone' ? event.id : null
      const own = followed.get(id)
      if (target === null || own === undefined) return []
      const isShared = [...followed.values()].some((one) => one !== own && one.state.target(target) !== null)
      return isShared ? list() : [describe(own)]
    },
    async stop(): Promise<void> {
      await Promise.all([...followed.values()].map(({ stop }) => stop()))
    },
  }
}

/**
 * Gives the collector that lists all JVMs of this one, which is on the same host; null where it lists any itself, or
 * has none. A JVM that several see belongs to the first of them `inOrder`.
 */
function findListedUnder({ id, state }: Pick<Followed, 'id' | 'state'>, inOrder: readonly Followed[]): string | null {
  let lister: string | null = null
  for (const target of state.snapshot().targets) {
    const first = inOrder.find((one) => one.state.target(target.id) !== null)
    if (first === undefined || first.id === id) return null
    lister ??= first.id
  }
  return lister
}

/** A collector does not know its id: its events get it here, in place of any that they have. */
function ofCollector(collectorId: string, event: WatchEvent): WatchEvent {
  const mark = <Item extends { readonly collectorId: string }>(item: Item): Item =>
    item.collectorId === collectorId ? item : { ...item, collectorId }
  switch (event.type) {
    case 'snapshot':
      return {
        ...event,
        targets: event.targets.map(mark),
        stopped: event.stopped.map(mark),
        captures: event.captures.map(mark),
        pods: event.pods.map(mark),
      }
    case 'target':
      return { ...event, target: mark(event.target) }
    case 'pods':
      return { ...event, changed: event.changed.map(mark) }
    case 'stopped':
      return { ...event, stopped: event.stopped.map(mark) }
    case 'capture':
      return { ...event, capture: mark(event.capture) }
    default:
      return event
  }
}
