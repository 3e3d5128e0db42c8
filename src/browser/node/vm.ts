/**
 * The part of `node:vm` that modules for every host use. Nothing stops a browser's own engine, so there a time that is told
 * is not kept: the browser ends an extension host that does not answer, and no command runs there.
 */
export const createContext = <T extends object>(room: T): T => room;

/** Of the only code that is run so: a call of `work`. */
class WorkScript {
  runInContext(room: { work?: () => unknown }): unknown {
    return room.work?.();
  }
}

export { WorkScript as Script };
