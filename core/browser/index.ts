export { copyText, expectPaste, forgetCopied, pastedText } from './clipboard.ts';
export { openDatabase, type DBSchema, type IDBPDatabase } from './database.ts';
export { canEncrypt, importKey, seal, unseal, type SealedValue } from './encryption.ts';
export { canFillScreen, toggleFullscreen } from './fullscreen.ts';
export { devicePosition, type LocationProblem } from './location.ts';
export { browserLocks, tabChannel } from './locks.ts';
export { forgetPerson, PERSONAL_STORAGE, PersonalStorage, type StorageOwner } from './personal-storage.ts';
export { browserStorage, type TextStorage } from './storage.ts';
export { StoredValue, type StoredValueOptions } from './stored-value.ts';
