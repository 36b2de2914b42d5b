/**
 * Builds the state of collectors up from their events: in the web program for each of them, in a page for all of them
 * at once.
 */
import type { Capture } from './capture.ts'
import { addCpuReading } from './constants.ts'
import type { DemoState } from './health.ts'
import type { WatchEvent } from './live-events.ts'
import type { Pod } from './pods.ts'
import type { StoppedTarget, Target } from './target.ts'
import type { HealthCheck } from '../health-checks.ts'

export interface Seen {
  readonly targets: readonly Target[]
  /** JVMs that ended a short time ago, the latest first. */
  readonly stopped: readonly StoppedTarget[]
  /** Captures under way, and the last ones that ended. */
  readonly captures: readonly Capture[]
  /** Pods of Kubernetes clusters. */
  readonly pods: readonly Pod[]
  /** Health checks of the collector's host. */
  readonly health: readonly HealthCheck[]
  readonly demo: DemoState
}

export const nothingSeen: Seen = {
  targets: [],
  stopped: [],
  captures: [],
  pods: [],
  health: [],
  demo: { state: 'stopped', step: '', problem: null },
}

/**
 * After one event. Each part keeps its identity until something in it changes. The load of an unknown target is
 * dropped.
 */
export function applyWatchEvent<State extends Seen>(state: State, event: WatchEvent): State {
  switch (event.type) {
    case 'snapshot': {
      const { targets, stopped, captures, pods, health, demo } = event
      return { ...state, targets, stopped, captures, pods, health, demo }
    }
    case 'target':
      return { ...state, targets: putById(state.targets, event.target) }
    case 'target-gone':
      return { ...state, targets: state.targets.filter((target) => target.id !== event.id) }
    case 'pods':
      return { ...state, pods: changePods(state.pods, event.changed, event.gone) }
    case 'stopped':
      return { ...state, stopped: event.stopped }
    case 'load':
      return { ...state, targets: applyLoad(state.targets, event.load) }
    case 'capture':
      return { ...state, captures: putById(state.captures, event.capture) }
    case 'health':
      return { ...state, health: event.health }
    case 'demo':
      return { ...state, demo: event.demo }
    case 'experiment-directories':
      return state // the list is fetched anew each time
  }
}

type LoadOfJvms = Extract<WatchEvent, { type: 'load' }>['load']

function applyLoad(targets: readonly Target[], load: LoadOfJvms): readonly Target[] {
  const byId = new Map(load.map((one) => [one.id, one]))
  return targets.map((target) => {
    const now = byId.get(target.id)
    if (!now) return target
    return { ...target, ...now, cpuHistory: addCpuReading(target.cpuHistory, now.cpuPercent) }
  })
}

/** The pods after a change: a pod that changed keeps its position in the list. */
function changePods(pods: readonly Pod[], changed: readonly Pod[], gone: readonly string[]): readonly Pod[] {
  const byId = new Map(pods.map((pod) => [pod.id, pod]))
  for (const pod of changed) byId.set(pod.id, pod)
  for (const id of gone) byId.delete(id)
  return [...byId.values()]
}

/** Lists JVMs that ended, of several collectors: the latest first, and one that two collectors saw once. */
export function mergeStopped(stopped: readonly StoppedTarget[]): StoppedTarget[] {
  const latestFirst = [...stopped].sort((one, other) => other.stoppedAt - one.stoppedAt)
  return latestFirst.filter(({ id }, index) => latestFirst.findIndex((other) => other.id === id) === index)
}

/** Replaces the one with its id, or adds it at the end. */
export function putById<Item extends { readonly id: string }>(items: readonly Item[], item: Item): readonly Item[] {
  const index = items.findIndex((one) => one.id === item.id)
  return index < 0 ? [...items, item] : items.with(index, item)
}
