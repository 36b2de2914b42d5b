/** One whole, valid object of each noun that many tests need; a test names only what it is about. */
import type { FirstPaint } from '../profile/first-paint/first-paint.ts'
import type { Capture, CaptureRequest } from '../contract/capture.ts'
import { queueCapture } from '../contract/capture-state.ts'
import type { ExperimentDirectory } from '../contract/experiment-directories.ts'
import type { ExperimentRun, LoadSummary, ReportedExperiment } from '../contract/experiments.ts'
import type { ProfileSummary } from '../contract/profile.ts'
import { clusterCollectorId } from '../contract/constants.ts'
import type { Pod } from '../contract/pods.ts'
import type { Container, Target } from '../contract/target.ts'
import type { Finding } from '../findings.ts'
import type { NewProfile } from '../store/library/profiles.ts'

export function sampleContainer(more: Partial<Container> = {}): Container {
  return {
    id: 'c'.repeat(64),
    name: 'shop-1',
    image: 'shop:1.4',
    imageDigest: null,
    labels: {},
    composeProject: null,
    composeService: null,
    workload: null,
    state: 'running',
    memoryLimitBytes: null,
    cpuLimit: null,
    readOnlyRoot: false,
    ...more,
  }
}

/** A JVM on the host, without a container. */
export function sampleTarget(more: Partial<Target> = {}): Target {
  return {
    id: 'a'.repeat(16),
    collectorId: 'local',
    hostPid: 321,
    namespacePid: 1,
    startedAt: 0,
    container: null,
    service: 'shop',
    jvm: {
      mainClass: 'com.acme.Main',
      arguments: ['java', '-Dregion=eu-1', 'shop.Shop'],
      version: '25.0.1',
      vendor: null,
      collector: null,
      preserveFramePointer: null,
      hasPerfData: false,
    },
    user: { uid: 1000, gid: 1000, name: null, hasCapabilities: false },
    state: 'running',
    threads: 1,
    heapUsedBytes: null,
    heapLimitBytes: null,
    residentBytes: 0,
    cpuPercent: null,
    cpuHistory: [],
    readiness: [],
    ...more,
  }
}

/** Of a JVM on the host, and queued. */
export function sampleCapture(more: Partial<Capture> = {}): Capture {
  const request: CaptureRequest = {
    targetId: 'a'.repeat(16),
    engine: 'auto',
    vantage: 'auto',
    podWay: 'auto',
    events: ['cpu'],
    scope: 'jvm',
    mode: 'timed',
    seconds: 30,
    frequencyHz: 99,
    kernelFrames: false,
  }
  const jvm = { mainClass: 'com.acme.Main' }
  const subject = { collectorId: 'local', service: 'shop', hostPid: 321, jvm, container: null }
  return { ...queueCapture('c'.repeat(32), request, subject, 'owner', 1), ...more }
}

export function sampleNewProfile(more: Partial<NewProfile> = {}): NewProfile {
  return { ...described, capturedAt: more.createdAt ?? described.createdAt, encodedBytes: 1, ...more }
}

export function sampleSummary(more: Partial<ProfileSummary> = {}): ProfileSummary {
  const capturedAt = more.createdAt ?? described.createdAt
  return { ...described, id: 'd'.repeat(32), bytes: 1, deletedAt: null, capturedAt, ...more }
}

const described = {
  name: 'shop',
  labels: [],
  service: 'shop',
  host: null,
  containerName: null,
  image: null,
  imageDigest: null,
  containerId: null,
  mainClass: null,
  engine: 'perf',
  event: 'cpu',
  captureId: null,
  unit: 'samples',
  total: 1,
  durationMs: null,
  javaNamed: null,
  hotMethod: null,
  topMethod: null,
  partial: null,
  warnings: 0,
  createdAt: 0,
  createdBy: 'owner',
  pinned: false,
  note: '',
} satisfies Partial<NewProfile>

/** Of a profile of nothing. */
export const sampleFirstPaint: FirstPaint = {
  rows: 1,
  x: [0],
  width: [10_000],
  depth: [0],
  frame: [-1],
  tiers: null,
  names: [],
  kinds: [],
}

/** A container of a pod of the Deployment `shop/checkout`. */
export function samplePod(more: Partial<Pod> = {}): Pod {
  return {
    id: '9'.repeat(16),
    collectorId: clusterCollectorId,
    cluster: 'lab',
    namespace: 'shop',
    workload: { kind: 'Deployment', name: 'checkout' },
    name: 'checkout-84f8df5bf6-95thn',
    node: 'node1',
    container: 'app',
    containerId: 'c'.repeat(64),
    image: 'registry.example/shop:1.4',
    imageDigest: null,
    isReady: true,
    restarts: 0,
    startedAt: 1_700_000_000_000,
    ...more,
  }
}

/** 10 s of load with `perSecond` requests a second, none of which failed; latencies grow as it falls. */
export function sampleLoad(perSecond: number, more: Partial<LoadSummary> = {}): LoadSummary {
  const p50 = 1000 / perSecond
  const latency = {
    min: p50 / 2,
    mean: p50,
    p50,
    p90: p50 * 2,
    p95: p50 * 3,
    p99: p50 * 5,
    p999: p50 * 9,
    max: p50 * 10,
  }
  return {
    ...{ format: 'jtl', omission: 'possible', excludesWarmUp: true, seconds: 10 },
    ...{ requests: perSecond * 10, errors: 0, perSecond, latency },
    ...more,
  }
}

/** The first run of the first configuration, with no profile. */
export function sampleExperimentRun(more: Partial<ExperimentRun> = {}): ExperimentRun {
  return {
    ...{ number: 1, configuration: 1, repetition: 1 },
    times: { startedAt: 1, readyAt: 2, loadAt: 3, warmUpEndedAt: 4, captureAt: 4, captureEndedAt: 5, loadEndedAt: 6 },
    ...{ load: sampleLoad(120), cpuSeconds: 6, allocation: null, captureId: null, marks: [] },
    ...{ disturbance: null, timeline: null },
    ...more,
  }
}

/** Two values of one variable, each to be run three times; one run has ended. */
export function sampleExperiment(more: Partial<ReportedExperiment> = {}): ReportedExperiment {
  return {
    ...{ name: 'pricing', service: 'shop', state: 'under-way', startedAt: 1_700_000_000_000, repetitions: 3 },
    configurations: [
      { number: 1, values: { pricing: 'index' } },
      { number: 2, values: { pricing: 'scan' } },
    ],
    runs: [sampleExperimentRun()],
    ...{ now: null, dueAt: null, settings: null },
    ...more,
  }
}

/** The first of HEARTH_EXPERIMENTS: two configurations, three times each; nothing was run. */
export function sampleExperimentDirectory(more: Partial<ExperimentDirectory> = {}): ExperimentDirectory {
  const { name, configurations } = sampleExperiment()
  return {
    ...{ number: 1, directory: '/srv/experiments/pricing' },
    plan: {
      ...{ name, configurations, runs: 6, seconds: { least: 540, most: 1260 } },
      ...{ digest: 'd'.repeat(64), isUnderWay: false, series: null },
    },
    ...{ problem: null, underWay: null, lastEnd: null },
    ...more,
  }
}

/** What the programs that Hearth starts in a cluster are made with. */
export const sampleClusterConfig = {
  namespace: 'hearth',
  pullPolicy: 'Never',
  image: 'hearth:1',
  callback: 'https://hearth.example',
} as const

export function sampleFinding(level: Finding['level']): Finding {
  return { code: 'x', level, title: 'x', evidence: 'x', remedy: 'x', command: null }
}
