/** Which variables of a person hold credentials, by their names and by what they hold (SH-9, C-36). */
import { searchKeyVariable } from "../../core/settings/searchProvider";
import { privateKeyHeader, secretShapes, shapedLike } from "../../core/text/secretShapes";

const words = (text: string) => text.split(" ").join("|");

/** Names that say nothing of a credential, and lead to one or hold several in a form of their own. */
const credentialNames: ReadonlySet<string> = new Set([
  searchKeyVariable,
  // Whoever reaches it signs with the person's keys.
  "SSH_AUTH_SOCK",
  // What direnv and mise set, credentials too, compressed.
  "DIRENV_DIFF",
  "__MISE_DIFF",
]);

/** Words in which a word below is only letters. */
const ordinaryWords = words("DONKEY HOCKEY HOTKEY HOTKEYS JOCKEY LESSKEY MONKEY TURKEY WHISKEY BYPASS COMPASS");
/** A part of a name that ends with one of these, as in `PGPASSWORD` and `DB_PASS2`. */
const endings = words(
  "PASSWORDS? PASSWD PASSPHRASES? PASS PWD SECRETS? TOKENS? KEYS? CREDENTIALS? CREDS DSN COOKIES? SESSIONS? SESSIONID",
);
/** A part of a name that holds one of these anywhere. */
const stems = words("PASSWORD PASSPHRASE SECRET CREDENTIAL");

const secretPart = new RegExp(
  `_(?:(?!(?:${ordinaryWords})_)[A-Z\\d]*(?:${endings})\\d*|[A-Z\\d]*(?:${stems})[A-Z\\d]*|[A-Z]*AUTH|(?:GH|GITHUB|GITLAB)?PATS?|CONN(?:ECTION)?_?STR(?:ING)?S?)_`,
);

/** Beginnings of names in which such a part means something else; what follows them counts. */
const ordinaryBeginnings: readonly RegExp[] = [
  // Where a shell is and was.
  /^(?:OLD)?PWD$/,
  // A desktop's, a terminal's or a system's session is where the person sits, and no key to it.
  /^(?:DBUS_|DESKTOP_|GDM|GNOME_|ITERM_|KDE_|KONSOLE_|SECURITY|SHELL_|TERM_|TMUX_|WT_|XDG_|ZELLIJ_)[A-Z_]*SESSION|^SESSION_MANAGER$/,
  // Names of settings of git, which refuses to work where one of several is missing.
  /^GIT_CONFIG_KEY_\d+$/,
];

/** What switches something on or off, or counts, whatever its name. */
const isSwitch = (name: string, value: string): boolean =>
  /^(?:\d|true|false|yes|no|on|off|auto|always|never)?$/i.test(value) || (/TOKENS$/i.test(name) && /^\d+$/.test(value));

function isSecretName(name: string): boolean {
  const telling = ordinaryBeginnings.reduce((rest, beginning) => rest.replace(beginning, ""), name);
  const parts = telling.replace(/([a-z\d])([A-Z])/g, "$1_$2").replace(/[^A-Za-z\d]+/g, "_");
  return secretPart.test(`_${parts.toUpperCase()}_`);
}

/** `://user:password@`; what begins with a port is none. */
const passwordInAddress = /:\/\/[^\s:/@]{0,256}:(?!\d{1,5}(?:[/?#,;\s]|$))[^\s@]\S{0,1024}?@/;
/** As connections to databases and queues are written: `Server=x;Password=y`. */
const passwordInList =
  /(?:^|[;&?\s])-{0,2}(?:pass(?:word|wd|phrase)?|pwd|(?:access_?|account_?|api_?|shared_?access_?)key|client_?secret|secret|token|sig)\s*=\s*[^\s;&]/i;

const isSecretValue = (value: string): boolean =>
  passwordInAddress.test(value) ||
  passwordInList.test(value) ||
  value.search(privateKeyHeader) >= 0 ||
  secretShapes.some((shape) => !shapedLike(shape, value).next().done);

/** Without their address, packages would come from elsewhere and requests would take another way. */
const isSourceName = (name: string): boolean => /INDEX|MIRROR|PROXY|REGISTR/i.test(name);
const userInAddress = /:\/\/[^\s/?#]*@/g;

/**
 * What a command gets of a variable: its value; of an address of packages or a proxy the one without user and password;
 * undefined for a credential.
 */
export function openVariable(name: string, value: string): string | undefined {
  if (credentialNames.has(name)) return undefined;
  if (isSecretName(name) && !isSwitch(name, value)) return undefined;
  const open = isSourceName(name) ? value.replace(userInAddress, "://") : value;
  return isSecretValue(open) ? undefined : open;
}
