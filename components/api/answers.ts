import * as z from '../../lib/contract/zod.ts'
import { auditVerificationSchema } from '../../lib/contract/audit.ts'
import { captureSchema } from '../../lib/contract/capture.ts'
import { joinTokenSchema } from '../../lib/contract/collectors.ts'
import { blockSchema, doctorReportSchema } from '../../lib/contract/doctor.ts'
import { demoStateSchema } from '../../lib/contract/health.ts'
import { experimentDirectorySchema } from '../../lib/contract/experiment-directories.ts'
import { functionChangesSchema } from '../../lib/contract/experiment-functions.ts'
import { liveEventSchema } from '../../lib/contract/live-events.ts'
import { noteSchema } from '../../lib/contract/notes.ts'
import { podReportSchema } from '../../lib/contract/pods.ts'
import { problemSchema } from '../../lib/contract/problem.ts'
import { mergedProfileSchema, profileSummarySchema } from '../../lib/contract/profile.ts'
import { revocationSchema, signedInSchema, tokenSchema } from '../../lib/contract/access.ts'
import {
  bulkResultSchema,
  libraryPageSchema,
  retentionPreviewSchema,
  retentionRulesSchema,
} from '../../lib/contract/library.ts'
import { shownArgumentsSchema } from '../../lib/contract/target.ts'
import { trendSchema } from '../../lib/contract/trend.ts'
import { createdShareSchema, listedShareSchema } from '../../lib/contract/shares.ts'
import { webhookSchema } from '../../lib/contract/webhooks.ts'

/**
 * The zod schemas of the API's answers, by name. Only load-answers.ts imports them: they take a page longer to create
 * than all else that it does when its scripts start, and none is needed before the first answer.
 */
export const answerSchemas = {
  auditVerification: auditVerificationSchema,
  blocks: z.object({ blocks: z.array(blockSchema) }),
  bulkResult: bulkResultSchema,
  capture: captureSchema,
  demoState: demoStateSchema,
  doctorReport: doctorReportSchema,
  experimentDirectory: experimentDirectorySchema,
  experimentDirectories: z.object({ directories: z.array(experimentDirectorySchema) }),
  functionChanges: functionChangesSchema,
  libraryPage: libraryPageSchema,
  liveEvent: liveEventSchema,
  joinToken: joinTokenSchema,
  madeShare: createdShareSchema,
  madeToken: z.object({ token: tokenSchema, secret: z.string() }),
  madeWebhook: z.object({ webhook: webhookSchema, secret: z.string() }),
  note: noteSchema,
  podReport: podReportSchema,
  problem: problemSchema,
  profileSummary: profileSummarySchema,
  mergedProfile: mergedProfileSchema,
  retentionPreview: retentionPreviewSchema,
  shownArguments: shownArgumentsSchema,
  revocation: revocationSchema,
  signedIn: signedInSchema,
  retentionRules: retentionRulesSchema,
  shares: z.object({ shares: z.array(listedShareSchema) }),
  trend: trendSchema,
  signInLink: z.object({ link: z.string(), expiresAt: z.number() }),
  webhook: webhookSchema,
} as const
