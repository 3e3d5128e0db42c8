/** What a command changed, with the policy's verdict on it. */

import type { Decision } from "../../../core/vocabulary/decision";
import type { WriteEffect } from "../../../core/vocabulary/effect";

/** What is made whole or not at all, with the part that keeps it from being made. */
export interface HeldUnit {
  /** `created` and `removed`: a folder; `repository`: what was changed in a `.git` folder. */
  readonly kind: "created" | "removed" | "repository";
  /** Real path of the folder. */
  readonly real: string;
  /** Real path of the part that may not be made. */
  readonly part: string;
  /** The folder for a model. */
  readonly shown: string;
  /** That part for a model, or what of it may not be made. */
  readonly by: string;
  readonly verdict: "ask" | "deny";
  /** Why not, as one clause. */
  readonly reason: string;
}

/** One change as it would be made. */
export interface JudgedChange {
  readonly effect: WriteEffect;
  readonly verdict: Decision["kind"];
  /** Why, as one clause. */
  readonly reason: string;
  /** Set for what waits or is left out together with a change that may not be made by itself. */
  readonly unit?: HeldUnit;
}

/** How strict each verdict is, to compare them. */
export const strictness = { allow: 0, ask: 1, deny: 2 } as const;
