import { resolve } from 'node:path'

/** The directory that holds Hearth itself, where package.json is. */
export const checkout = resolve(import.meta.dirname, '../..')
