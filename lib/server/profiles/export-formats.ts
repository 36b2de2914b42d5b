/** What a thread writes of a profile (profile-worker.ts). */
export const writtenFormats = ['folded', 'svg', 'pprof', 'speedscope'] as const

/** What people can take away. `html` is the viewer with the profile in it, `hearth` the profile as we keep it. */
export const exportFormats = [...writtenFormats, 'html', 'hearth'] as const
export type ExportFormat = (typeof exportFormats)[number]
