import { Name } from '../../ui/name.tsx'

/** Gives `acme/` of `acme/shop`; of the services of a merge the owner that all have. Empty where a name has none. */
export function getOwner(name: string, service: string): string {
  if (!name.startsWith(service)) return ''
  const owner = /^\S+\//.exec(service)?.[0] ?? ''
  return service.split(' + ').every((one) => one.startsWith(owner)) ? owner : ''
}

/**
 * The name of a profile of a service, in a header: its owner says less than all else there, so that it is cut first,
 * and is for screen readers alone where the window is narrow.
 */
export function OwnedName({ text, owner, whole = text }: { text: string; owner: string; whole?: string }) {
  return (
    <>
      {owner && (
        <span className="sr-only wide:not-sr-only wide:min-w-0 wide:shrink-9999 wide:truncate full:sr-only snug:sr-only">
          {owner}
        </span>
      )}
      <Name text={text.slice(owner.length).replaceAll(` + ${owner}`, ' + ')} whole={whole} />
    </>
  )
}
