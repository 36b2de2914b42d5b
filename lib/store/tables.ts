/**
 * The rows of the database. Portable on purpose, so that PostgreSQL can be a second dialect of the same queries: ids are
 * text made by us, times are Unix ms in a bigint, lists and objects are JSON in text.
 */
export interface Tables {
  profiles: ProfileRow
  captures: CaptureRow
  shares: ShareRow
  notes: NoteRow
  sessions: SessionRow
  signInCodes: SignInCodeRow
}

export interface ProfileRow {
  id: string
  /** The capture it came from, or a number made for a file that held several; at most one profile of each event. */
  sourceId: string | null
  name: string
  labels: string
  service: string
  containerName: string | null
  image: string | null
  engine: string
  event: string
  unit: 'samples' | 'nanoseconds' | 'bytes'
  total: number
  durationMs: number | null
  javaNamed: number | null
  partial: string | null
  warnings: number
  createdAt: number
  createdBy: string
  deletedAt: number | null
  /** Name of the blob that holds the encoded profile, gzipped. */
  sha256: string
  bytes: number
  encodedBytes: number
}

/** What the collector last said of a capture, so that its history outlives the collector's journal. */
export interface CaptureRow {
  id: string
  state: string
  createdAt: number
  capture: string
}

export interface ShareRow {
  id: string
  profileId: string
  tokenHash: string
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
  userAgent: string
  createdAt: number
  lastSeenAt: number
  expiresAt: number
}

export interface SignInCodeRow {
  codeHash: string
  person: string
  expiresAt: number
}
