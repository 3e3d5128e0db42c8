/** Which variables are kept from commands as credentials, and which are not (SH-9, C-36). */
import assert from "node:assert/strict";
import { commandEnvironment } from "../../../src/node/environment/environment";
import { openVariable } from "../../../src/node/environment/openVariable";

const named = (text: string) => text.trim().split(/\s+/);

const secretNames = named(`
  STRIPE_SECRET_KEY DJANGO_SECRET_KEY JWT_SECRET_KEY SECRET_KEY_BASE PGPASSWORD MYSQL_PWD GITHUB_PAT GH_PAT PAT_FOR_CI
  AZURE_STORAGE_CONNECTION_STRING ConnectionStrings__Default DB_PASS DB_PASS2 SMTPPASS REDISCLI_AUTH NPM_CONFIG__AUTH
  npm_config__authToken npm_config_//packages.example/:_authToken SENTRY_DSN RAILS_MASTER_KEY APIKEY LICENSEKEY
  GPG_PASSPHRASE AWS_ACCESS_KEY_ID AWS_SESSION_TOKEN BW_SESSION OP_SESSION_me AOC_SESSION SESSION_COOKIE GH_TOKEN API_TOKENS
  GOOGLE_APPLICATION_CREDENTIALS AWS_CREDENTIAL_FILE SECRETS MY_SECRET_FILE DOCKER_AUTH_CONFIG COMPOSER_AUTH SSH_AUTH_SOCK
  GIT_ASKPASS SUDO_ASKPASS DIRENV_DIFF __MISE_DIFF __MISE_SESSION TOOLCRIB_SEARCH_KEY PASSWORD TOKEN KEY AUTH
  TERM_SESSION_TOKEN XDG_SESSION_SECRET
`);

const ordinaryNames = named(`
  PATH PWD OLDPWD HOME SHELL LANG LC_ALL TZ TERM NODE_PATH GOPATH PKG_CONFIG_PATH JAVA_HOME ANDROID_HOME NVM_DIR VIRTUAL_ENV
  CARGO_HOME PYTHONPATH CONDA_PREFIX KEYBOARD KEYTIMEOUT MONKEY TURKEY LESSKEY BYPASS COMPASS COMPAT PATTERN TOKENIZER
  TOKENIZERS_PARALLELISM GPG_TTY XAUTHORITY ICEAUTHORITY GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL AUTH0_DOMAIN COOKIECUTTER_CONFIG
  DBUS_SESSION_BUS_ADDRESS XDG_SESSION_TYPE XDG_SESSION_ID DESKTOP_SESSION GDMSESSION SESSION_MANAGER TERM_SESSION_ID
  WT_SESSION SESSIONNAME SECURITYSESSIONID KDE_FULL_SESSION GIT_CONFIG_KEY_0 PGPASSFILE PSModulePath DATABASE_URL AWS_PROFILE
`);

const jwt = `eyJ${"hbGciOiJIUzI1NiJ9"}.eyJ${"zdWIiOiIxMjM0NTY3ODkwIn0"}.${"q1w2e3r4t5y6u7i8o9p0a1s2d3f4"}`;
const secretValues: readonly string[] = [
  "postgres://u:pw@db.test/x",
  "postgres://postgres:postgres@localhost/x",
  "redis://:p@ss/w@cache.test:6379",
  "mongodb+srv://u:123456@cluster.test",
  "--proxy http://me:pw@proxy.test:8080",
  "Server=db;User Id=sa;Password=x;",
  "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=YQ==",
  "jdbc:postgresql://db.test/x?user=u&password=pw",
  "--user=me --password=pw",
  `ghp_${"a1B2c3D4e5F6g7H8i9J0".repeat(2)}`,
  jwt,
  "-----BEGIN OPENSSH PRIVATE KEY-----\nx",
];

const ordinaryValues: readonly string[] = [
  "https://registry.test:4873/@scope/name",
  "http://proxy.test:8080",
  "postgres://db.test/x",
  "postgres://u@db.test:5432/x",
  "ssh://git@github.com:22/a/b",
  "unix:path=/run/user/1000/bus",
  "-Djavax.net.ssl.trustStorePassword=changeit",
  "/usr/bin:/bin",
  "rs=0:di=01;34:ln=01;36",
  "",
];

describe("variables that hold credentials (SH-9, C-36)", () => {
  it("are known by their names", () => {
    const kept = secretNames.filter((name) => openVariable(name, "value") !== undefined);
    const removed = ordinaryNames.filter((name) => openVariable(name, "value") !== "value");
    assert.deepEqual({ kept, removed }, { kept: [], removed: [] });
  });

  it("are known by their values, whatever they are called", () => {
    const kept = secretValues.filter((value) => openVariable("DATABASE_URL", value) !== undefined);
    const removed = ordinaryValues.filter((value) => openVariable("DATABASE_URL", value) !== value);
    assert.deepEqual({ kept, removed }, { kept: [], removed: [] });
  });

  it("are not switches and numbers", () => {
    const given = { SKIP_AUTH: "1", REQUIRE_AUTH: "true", USE_KEY: "never", MAX_OUTPUT_TOKENS: "32000", API_TOKEN: "" };
    for (const [name, value] of Object.entries(given)) assert.equal(openVariable(name, value), value, name);
    assert.equal(openVariable("DB_PASSWORD", "123456"), undefined);
  });

  it("go without user and password where they say where packages come from, and what requests go through", () => {
    const given: Readonly<Record<string, string>> = {
      PIP_INDEX_URL: "https://me:tok@pypi.test/simple",
      UV_INDEX: "https://tok@pypi.test/simple https://other.test",
      npm_config_registry: "https://me:p@ss@npm.test/",
      GOPROXY: "https://me:pw@go.test|direct",
      HTTPS_PROXY: "http://me:pw@proxy.test:8080",
      no_proxy: "localhost,.test",
      ALL_PROXY: "http://me:p/w@proxy.test",
    };
    const open = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, openVariable(name, value)]));
    assert.deepEqual(open, {
      PIP_INDEX_URL: "https://pypi.test/simple",
      UV_INDEX: "https://pypi.test/simple https://other.test",
      npm_config_registry: "https://npm.test/",
      GOPROXY: "https://go.test|direct",
      HTTPS_PROXY: "http://proxy.test:8080",
      no_proxy: "localhost,.test",
      ALL_PROXY: undefined,
    });
  });

  it("leave git no settings that it would miss some of", () => {
    const settings = {
      GIT_CONFIG_COUNT: "2",
      GIT_CONFIG_KEY_0: "user.name",
      GIT_CONFIG_VALUE_0: "Me",
      GIT_CONFIG_KEY_1: "core.abbrev",
      GIT_CONFIG_VALUE_1: "8",
    };
    const counted = (given: NodeJS.ProcessEnv, hidden: readonly string[] = []) =>
      commandEnvironment(given, hidden, false).GIT_CONFIG_COUNT;
    assert.equal(counted(settings), "2");
    assert.equal(counted({ ...settings, GIT_CONFIG_KEY_1: "url.https://me:pw@a.test/.insteadOf" }), undefined);
    assert.equal(counted({ ...settings, GIT_CONFIG_VALUE_1: `Authorization: Bearer a1B2c3D4e5F6g7H8` }), undefined);
    assert.equal(counted(settings, ["GIT_CONFIG_VALUE_0"]), undefined);
  });
});
