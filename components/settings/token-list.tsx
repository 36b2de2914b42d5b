'use client'
import { useState } from 'react'
import type { Token } from '../../lib/contract/access.ts'
import { callApi } from '../api/call-api.ts'
import { Ago, useNow } from '../live/use-now.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Name } from '../ui/name.tsx'
import { Section } from '../ui/section.tsx'
import { showProblem, showToast } from '../ui/toast.tsx'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { formatDuration } from '../format/units.ts'
import { NewTokenDialog } from './new-token.tsx'

/** Keys of programs: what each may do, when it was last used, and a way to end it. */
export function TokenSection({ tokens: sent }: { tokens: readonly Token[] }) {
  const [tokens, setTokens] = useState(sent)
  const revoke = async ({ id, name }: Token) => {
    try {
      await callApi(`/api/v1/tokens/${id}`, { method: 'DELETE' })
      setTokens(tokens.filter((one) => one.id !== id))
      showToast({ text: `The token ${visibleText(name, 60)} opens nothing now.` })
    } catch (error) {
      showProblem(error)
    }
  }
  return (
    <Section
      id="tokens"
      title="Tokens for programs"
      count={tokens.length}
      actions={<NewTokenDialog onCreated={(token) => setTokens([token, ...tokens])} />}
    >
      {tokens.length === 0 ? (
        <p className="text-muted">
          None. With one, a pipeline or the command line of another machine speaks to the API under /api/v1.
        </p>
      ) : (
        <ul className="border-t border-line">
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => void revoke(token)} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function TokenRow({ token, onRevoke }: { token: Token; onRevoke: () => void }) {
  const { name, scopes, createdBy, createdAt, lastUsedAt, expiresAt } = token
  const now = useNow()
  return (
    <li
      data-token={token.id}
      className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-2 py-1.5"
    >
      <span className="min-w-0 flex-1 basis-56">
        <span className="flex min-w-0 font-medium">
          <Name text={name} />
        </span>
        <span className="block text-muted">
          made <Ago at={createdAt} /> by <Name text={createdBy} />
        </span>
      </span>
      <span className="flex flex-wrap gap-1 sm:w-48">
        {scopes.map((scope) => (
          <Badge key={scope} tone={scope === 'admin' ? 'warn' : 'neutral'}>
            {scope}
          </Badge>
        ))}
      </span>
      <span className="w-36 text-muted max-sm:w-auto">
        {lastUsedAt === null ? (
          'never used'
        ) : (
          <>
            used <Ago at={lastUsedAt} />
          </>
        )}
      </span>
      <span className="w-36 text-muted max-sm:w-auto">
        {expiresAt === null ? 'has no end' : `ends in ${formatDuration(Math.max(expiresAt - now, 0))}`}
      </span>
      <span className="flex justify-end sm:w-24">
        <Button size="small" variant="danger" aria-label={`Revoke ${visibleText(name, 60)}`} onClick={onRevoke}>
          Revoke
        </Button>
      </span>
    </li>
  )
}
