/** One script: all of it stands in one row. */
export { CompareMenu } from '../diff/choose/compare-menu.tsx'
export { ExportMenu } from '../export/export-menu.tsx'
export { ManageMenu } from '../../profiles/manage-menu.tsx'
