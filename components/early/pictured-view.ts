import { filtersOfView, type ViewState } from '../../lib/profile/view/view.ts'

/** Views whose first picture needs no more than their tree: nothing found, nothing selected, colours that follow from names. */
export function isPlain(view: ViewState): boolean {
  const { tab, colour, zoom, range, row, searches, search, selected } = view
  const isWhole = zoom.length === 0 && range === null && row === null && selected.length === 0
  return (
    tab === 'graph' && isWhole && searches.length === 0 && search === '' && (colour === 'kind' || colour === 'package')
  )
}

/** Plain views of the whole profile, which the TreePicture at the start of its bytes shows. */
export function isPictured(view: ViewState): boolean {
  return isPlain(view) && filtersOfView(view).length === 0 && view.sort === 'name'
}
