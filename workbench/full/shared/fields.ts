/** What full plugins can import of core/fields: what the workbench itself has of it. */
export {
  conditionedFields,
  copiedProperties,
  defaultValues,
  fieldLacks,
  fieldProblem,
  isEditable,
  isEmpty,
  isInForm,
  matchesFilter,
  objectTitle,
  printValue,
  titleOf,
} from '#core/fields';
