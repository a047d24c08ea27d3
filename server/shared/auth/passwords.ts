import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** argon2id with 19 MiB, 2 passes, 1 lane: OWASP's recommendation (Password Storage Cheat Sheet). */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, PASSWORD_COST);
}

let decoy: Promise<string> | undefined;

/** False also for a person without a password, in the same time, so that the delay reveals nothing. */
export async function passwordFits(stored: string | null | undefined, given: string): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(24).toString('base64'));
  const fits = await verify(stored ?? (await decoy), given);
  return fits && stored != null;
}

/** A password to be typed once: 20 of 32 characters, 100 bits, no similar-looking ones. */
export function generatePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789A';
  return [...randomBytes(20)].map((byte) => letters[byte % 32]).join('');
}
