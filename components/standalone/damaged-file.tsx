import { ProblemView } from '../problem-view.tsx'

/** In the place of the viewer when what is in the file cannot be read. */
export function DamagedFile() {
  const problem = {
    title: 'This file is damaged, or this browser is too old for it.',
    remedy: 'Export the profile from Hearth again, and open it in a browser of 2023 or later.',
    code: 'damaged-file',
  }
  return (
    <main id="main" className="p-4">
      <ProblemView problem={problem} />
    </main>
  )
}
