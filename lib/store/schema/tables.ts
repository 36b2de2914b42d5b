/**
 * The rows of the database. Portable on purpose, so that PostgreSQL can be a second dialect of the same queries: ids
 * are text made by us, times are Unix ms in a bigint, lists and objects are JSON in text.
 */
import type { AuditRecord } from '../../contract/audit.ts'
import type { ReportedExperiment } from '../../contract/experiments.ts'
import type { Role } from '../../contract/roles.ts'
import type { Unit } from '../../profile/model/profile.ts'

export interface Tables {
  profiles: ProfileRow
  blobs: BlobRow
  profileLabels: ProfileLabelRow
  firstPaints: FirstPaintRow
  facetCounts: FacetCountRow
  retentionRules: RetentionRuleRow
  captures: StoredCaptureRow
  shares: ShareRow
  notes: NoteRow
  sessions: SessionRow
  signInCodes: SignInCodeRow
  tokens: TokenRow
  webhooks: WebhookRow
  webhookCalls: WebhookCallRow
  repeatableRequests: RepeatableRequestRow
  collectors: CollectorRow
  collectorTokens: CollectorTokenRow
  auditRecords: AuditRecordRow
  auditHead: AuditHeadRow
  experiments: ExperimentRow
}

export interface ProfileRow {
  id: string
  /** The capture it came from, or a number made for a file that held several; at most one profile of each event. */
  sourceId: string | null
  name: string
  labels: string
  service: string
  host: string | null
  containerName: string | null
  image: string | null
  imageDigest: string | null
  containerId: string | null
  mainClass: string | null
  engine: string
  event: string
  unit: Unit
  total: number
  durationMs: number | null
  javaNamed: number | null
  hotMethod: string | null
  /** Share of `hotMethod`; null without one. */
  hotShare: number | null
  /** What `hotShare` is of; null for all of the weight. */
  hotBase: string | null
  topMethod: string | null
  /** Share of `topMethod`; null without one. */
  topShare: number | null
  /** What `topShare` is of; null for all of the weight. */
  topBase: string | null
  partial: string | null
  warnings: number
  capturedAt: number | null
  createdAt: number
  createdBy: string
  /** 0 or 1. */
  pinned: number
  note: string
  deletedAt: number | null
  /** Digest of the blob that holds the encoded profile, gzipped. */
  sha256: string
  bytes: number
  encodedBytes: number
  /** All its names in lower case (search-text.ts). */
  searched: string
}

/** The state of a file (blobs.ts). Of files with the same bytes at most one is `stored`. */
export interface BlobRow {
  /** In the data directory. */
  folder: 'blobs' | 'redacted'
  /** Name of the file. */
  name: string
  sha256: string
  state: 'writing' | 'stored' | 'doomed'
  /** When its writing began. */
  since: number
}

/** The same as `profiles.labels`, for finding by one. */
export interface ProfileLabelRow {
  profileId: string
  label: string
}

/** A page draws it before its viewer runs: a FirstPaint as gzipped JSON. */
export interface FirstPaintRow {
  sha256: string
  paint: Uint8Array
}

/** How many profiles that are not deleted have that value (facet-counts.ts). */
export interface FacetCountRow {
  facet: string
  value: string
  profiles: number
}

export interface RetentionRuleRow {
  id: string
  /** null: for all services without a rule of their own. */
  service: string | null
  days: number | null
  maxBytes: number | null
}

/** The collector's last report on a capture, so that its history outlives the collector's journal. */
export interface StoredCaptureRow {
  id: string
  state: string
  createdAt: number
  capture: string
}

export interface ShareRow {
  id: string
  profileId: string
  baselineId: string | null
  tokenHash: string
  audience: 'public' | 'members'
  /** JSON of the shape Redaction. */
  redaction: string | null
  /** 0 or 1. */
  embeddable: number
  /** Scheme, host and port by which its author reached us. */
  origin: string
  /** The copies that are shown in place of the profiles, of shape RedactedCopies, JSON. */
  redacted: string | null
  createdAt: number
  createdBy: string
  expiresAt: number
  revokedAt: number | null
  views: number
}

export interface NoteRow {
  id: string
  profileId: string
  number: number
  path: string
  frame: string
  query: string
  text: string
  createdBy: string
  createdAt: number
  updatedAt: number
  deletedAt: number | null
}

export interface SessionRow {
  id: string
  tokenHash: string
  person: string
  role: Role
  userAgent: string
  createdAt: number
  lastSeenAt: number
  expiresAt: number
}

export interface SignInCodeRow {
  codeHash: string
  person: string
  role: Role
  expiresAt: number
}

/** Tokens that programs sign in with. `scopes` is a list in JSON; `owner` null for a service account. */
export interface TokenRow {
  id: string
  owner: string | null
  tokenHash: string
  name: string
  scopes: string
  createdBy: string
  createdAt: number
  expiresAt: number | null
  lastUsedAt: number | null
}

/** A collector on another host. `nextHash` is of the credential that follows the first time it is used. */
export interface CollectorRow {
  id: string
  name: string
  credentialHash: string
  nextHash: string | null
  expiresAt: number
  createdBy: string
  createdAt: number
}

/** Enrols one collector. */
export interface CollectorTokenRow {
  tokenHash: string
  createdBy: string
  expiresAt: number
}

/** `secret` signs the calls, so a hash of it would not do. It gives no access to Hearth. */
export interface WebhookRow {
  id: string
  url: string
  events: string
  secret: string
  createdBy: string
  createdAt: number
  lastAt: number | null
  lastOk: number | null
  lastSaid: string | null
}

/** A call that is still to be made, or made again. */
export interface WebhookCallRow {
  id: string
  webhookId: string
  body: string
  tries: number
  dueAt: number
  createdAt: number
}

/**
 * A request that carried an Idempotency-Key. `id` is a hash of person and key; `captureId` null while it is being
 * started.
 */
export interface RepeatableRequestRow {
  id: string
  bodyHash: string
  captureId: string | null
  createdAt: number
}

/** A row that is never changed and never removed. `details` is an object in JSON. */
export interface AuditRecordRow extends Omit<AuditRecord, 'details'> {
  details: string
}

/** `report` is the last report, a ReportedExperiment in JSON; `counts` has the facts of it that the list shows. */
export interface ExperimentRow {
  id: string
  name: string
  service: string
  state: ReportedExperiment['state']
  startedAt: number
  createdBy: string
  updatedAt: number
  counts: string
  report: string
}

/** One row: the newest record. */
export interface AuditHeadRow {
  id: number
  seq: number
  hash: string
}
