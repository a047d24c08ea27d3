export { AddressForm } from './AddressForm.tsx';
export type { AlertDialogProps } from './AlertDialog.tsx';
export { Badge, type BadgeProps } from './Badge.tsx';
export { Button, type ButtonProps } from './Button.tsx';
export { Checkbox, type CheckboxProps } from './Checkbox.tsx';
export { ColourDot } from './ColourDot.tsx';
export { FieldSections } from './FieldSections.tsx';
export { classes } from './classes.ts';
export { CommandButton } from './CommandButton.tsx';
export type { ComboBoxProps } from './ComboBox.tsx';
export { Contacts } from './Contacts.tsx';
export { Contributed, unloadComponents, type ContributedProps } from './Contributed.tsx';
export type { DateFieldProps } from './DateField.tsx';
export type { DialogProps } from './Dialog.tsx';
export { Disclosure, type DisclosureProps } from './Disclosure.tsx';
export { EmptyState, type EmptyStateProps } from './EmptyState.tsx';
export { ErrorPanel, type ErrorPanelProps } from './ErrorPanel.tsx';
export type { FieldProps } from './Field.tsx';
export { failureDetails } from './failure-details.ts';
export { FileButton, type FileButtonProps } from './FileButton.tsx';
export { FileDrop, type FileDropProps } from './FileDrop.tsx';
export { Form, type FormProps } from './Form.tsx';
export { Gallery, type GalleryProps } from './Gallery.tsx';
export { Icon } from './Icon.tsx';
export { ICONS } from './icons.ts';
export { IconButton, type IconButtonProps } from './IconButton.tsx';
export { Kbd } from './Kbd.tsx';
export { dialogOnDemand, type DialogModel } from './dialog-on-demand.ts';
export {
  AlertDialog,
  ComboBox,
  DateField,
  Dialog,
  Menu,
  Popover,
  PreviewMap,
  Select,
  Slider,
} from './lazy-components.tsx';
export { LanguageSwitch } from './LanguageSwitch.tsx';
export { Link, type LinkProps } from './Link.tsx';
export { MetricText } from './MetricText.tsx';
export type { MenuAction, MenuChoice, MenuEntry, MenuProps } from './Menu.tsx';
export { AreaField } from './AreaField.tsx';
export { LengthField } from './LengthField.tsx';
export { NumberField, type NumberFieldProps } from './NumberField.tsx';
export { Page, type PageProps } from './Page.tsx';
export { ListSearch, PagedTable, type PagedTableProps } from './PagedTable.tsx';
export { Pager, type PagerProps } from './Pager.tsx';
export { Panel, type PanelProps } from './Panel.tsx';
export { PickMany, type PickManyProps } from './PickMany.tsx';
export type { PopoverProps } from './Popover.tsx';
export { ProgressBar, type ProgressBarProps } from './ProgressBar.tsx';
export { RadioGroup, type RadioGroupProps } from './RadioGroup.tsx';
export { downloadText, saveFile } from './save-text.ts';
export { SearchField, type SearchFieldProps } from './SearchField.tsx';
export type { Option } from './option.tsx';
export type { SelectProps } from './Select.tsx';
export { ServicesProvider, useService, useServices } from './services.tsx';
export { Skeleton } from './Skeleton.tsx';
export { SideTabs } from './SideTabs.tsx';
export type { SliderProps } from './Slider.tsx';
export { Spinner } from './Spinner.tsx';
export { Splitter } from './Splitter.tsx';
export { Swatch } from './Swatch.tsx';
export { Switch, type SwitchProps } from './Switch.tsx';
export { Table, type Sort, type TableColumn, type TableProps } from './Table.tsx';
export { Tabs, type TabsProps } from './Tabs.tsx';
export { TextArea } from './TextArea.tsx';
export { TextField, type TextFieldProps } from './TextField.tsx';
export { ToastRegion } from './ToastRegion.tsx';
export { ToggleButton, type ToggleButtonProps } from './ToggleButton.tsx';
export { ToolPopup } from './ToolPopup.tsx';
export { Toolbar, ToolbarSeparator, type ToolbarProps } from './Toolbar.tsx';
export { Tip, type TipProps } from './Tooltip.tsx';
export { Tree, type TreePlace, type TreeProps } from './Tree.tsx';
export { TypedValue, type TypedForm, type TypedValueProps } from './TypedValue.tsx';
export { fetched, fetchParts, lazyChunk, onDemand } from './on-demand.ts';
export { UploadBox, type UploadBoxProps } from './UploadBox.tsx';
export { ValueField, type ValueFieldProps } from './ValueField.tsx';
export { ViewerButtons, ViewerHelp } from './ViewerButtons.tsx';
export { CAMERA_PATHS, ViewerModes } from './ViewerModes.tsx';
export { useContributions } from './useContributions.ts';
export { useBytes } from './useBytes.ts';
export { useClassName } from './useClassName.ts';
export { useCopy } from './useCopy.ts';
export { useMeasureCRS } from './useMeasureCRS.ts';
export { NARROW, useMedia, useTouch } from './useMedia.ts';
export { useObjectNames } from './useObjectNames.ts';
export { useObservable } from './useObservable.ts';
export { useOnline } from './useOnline.ts';
export { usePrinter } from './usePrinter.ts';
export { useProjectable } from './useProjectable.ts';
export { useRunCommand } from './useRunCommand.ts';
export { useSetting } from './useSetting.ts';
export { useI18n, useTextsOf, useTranslate, type Translate } from './useTranslate.ts';
export { useWorkingCrs } from './useWorkingCrs.ts';
