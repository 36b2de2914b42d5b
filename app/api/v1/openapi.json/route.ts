import { json, openapiDocument, withAccess } from '../../../../lib/server.ts'

/** Says nothing of this Hearth that its source does not, so whoever writes a client need not be signed in. */
export const GET = withAccess('anyone', () => json(openapiDocument()))
