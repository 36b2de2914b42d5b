/** One script: all of it is wanted as soon as a graph is drawn. */
export { Popover } from '../../ui/popover.tsx'
export { FindingsMenu } from '../quality/findings-menu.tsx'
export { ProvenanceDialog } from '../quality/provenance-dialog.tsx'
export { QualityMeter } from '../quality/quality-meter.tsx'
export { HeatMapPanel } from '../time/heat-map-panel.tsx'
export { ViewerFooter } from './viewer-footer.tsx'
export { ViewerPanels } from './viewer-panels.tsx'
export { ViewerToolbar } from '../toolbar/viewer-toolbar.tsx'
