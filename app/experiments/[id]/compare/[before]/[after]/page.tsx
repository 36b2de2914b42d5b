import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { toQueryString, type SearchParams } from '../../../../../../components/links/query-string.ts'
import { ProblemView } from '../../../../../../components/problem-view.tsx'
import { ButtonLink } from '../../../../../../components/ui/button.tsx'
import { ComparedRunsViewer } from '../../../../../../components/viewer/page/compared-runs-viewer.tsx'
import { comparisonTitle } from '../../../../../../lib/contract/tell-apart.ts'
import { isProblem } from '../../../../../../lib/errors.ts'
import { getServer, requireSession } from '../../../../../../lib/server.ts'

interface Props {
  readonly params: Promise<{ id: string; before: string; after: string }>
  readonly searchParams: Promise<SearchParams>
}

/** Read once for the title and the page. Gives the Problem where two sides cannot be made. Throws: Next's 404. */
const describeSides = cache(async (id: string, before: number, after: number) => {
  const { experiments } = getServer()
  const experiment = await experiments.find(id)
  if (experiment === null) notFound()
  return experiments.describeSides(experiment, before, after).catch((error: unknown) => {
    if (!isProblem(error)) throw error
    if (error.code === 'not-found') notFound()
    return error
  })
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await requireSession()
  const { id, before, after } = await params
  const compared = await describeSides(id, Number(before), Number(after))
  if (isProblem(compared)) return { title: 'Two configurations' }
  return { title: comparisonTitle(compared.before.profile, compared.after.profile) }
}

export default async function ComparedConfigurations({ params, searchParams }: Props) {
  await requireSession()
  const { id, ...numbers } = await params
  const [before, after] = [Number(numbers.before), Number(numbers.after)]
  const compared = await describeSides(id, before, after)
  if (isProblem(compared))
    return (
      <main id="main" className="m-4">
        <ProblemView problem={compared.toJSON()}>
          <ButtonLink href={`/experiments/${id}`}>Experiment</ButtonLink>
        </ProblemView>
      </main>
    )
  return (
    <ComparedRunsViewer
      key={`${before} ${after}`}
      experimentId={id}
      pair={[before, after]}
      compared={compared}
      query={toQueryString(await searchParams)}
    />
  )
}
