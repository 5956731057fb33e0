-- The schema, as its history: each part below a "-- version N" line takes a database from version N-1 to N, once; all parts that a
-- database lacks, in one transaction. Parts are only ever appended.
--
-- Types are SQLite's: TEXT (UTF-8), INTEGER (64 bits; times are Unix milliseconds), REAL, BLOB. A driver for another database
-- replaces the type names, and STRICT. "-- version N, beside M": programs that know versions up to M may go on with it.

-- version 1

CREATE TABLE account (
    id           TEXT PRIMARY KEY NOT NULL,
    plan         TEXT NOT NULL CHECK (plan IN ('free', 'starter', 'professional')),
    words_left   INTEGER CHECK (words_left >= 0),    -- NULL: unlimited
    credits_left INTEGER CHECK (credits_left >= 0),
    words_used   INTEGER NOT NULL DEFAULT 0,
    credits_used INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE api_key (
    id           TEXT PRIMARY KEY NOT NULL,
    account_id   TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    name         TEXT NOT NULL,
    prefix       TEXT NOT NULL,
    hash         BLOB NOT NULL UNIQUE,               -- SHA-256 of the whole key, which is kept nowhere
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL
) STRICT;
CREATE INDEX api_key_account ON api_key (account_id, id);

-- The large columns stand last: reading the others does not walk through their pages.
CREATE TABLE article (
    id               TEXT PRIMARY KEY NOT NULL,
    account_id       TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    engine           INTEGER NOT NULL,
    state            TEXT NOT NULL CHECK (state IN ('queued', 'processing', 'finished', 'failed')),
    detail           TEXT NOT NULL,
    progress         REAL NOT NULL CHECK (progress BETWEEN 0 AND 1),
    words_charged    INTEGER NOT NULL DEFAULT 0,
    created_at       INTEGER NOT NULL,
    updated_at       INTEGER NOT NULL,
    version          INTEGER NOT NULL,
    attempt          INTEGER NOT NULL DEFAULT 0,     -- fencing number: grows with each claim
    worker           TEXT NOT NULL DEFAULT '',       -- who holds the lease
    lease_until      INTEGER NOT NULL DEFAULT 0,     -- 0: nobody does
    cancel_requested INTEGER NOT NULL DEFAULT 0,
    error            TEXT,
    error_code       TEXT,
    title            TEXT,
    slug             TEXT,
    meta_description TEXT,
    config           TEXT NOT NULL,
    sources          TEXT NOT NULL,
    notes            TEXT NOT NULL,
    html             TEXT,
    polished_html    TEXT
) STRICT;
CREATE INDEX article_claimable ON article (created_at, id) WHERE state IN ('queued', 'processing');
CREATE INDEX article_account ON article (account_id, id, state);

CREATE TABLE step (
    article_id TEXT NOT NULL REFERENCES article (id) ON DELETE CASCADE,
    name       TEXT NOT NULL,
    output     BLOB NOT NULL,
    PRIMARY KEY (article_id, name)
) STRICT;

-- What was charged. The subject (an article, a linking request) may be gone; its row stays.
CREATE TABLE ledger (
    subject    TEXT NOT NULL,
    kind       TEXT NOT NULL,
    account_id TEXT NOT NULL REFERENCES account (id),
    words      INTEGER NOT NULL,
    credits    INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (subject, kind)
) STRICT;
CREATE INDEX ledger_account ON ledger (account_id, created_at);

CREATE TABLE idempotency (
    account_id   TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    key          TEXT NOT NULL,
    body_hash    BLOB NOT NULL,
    created_at   INTEGER NOT NULL,
    status       INTEGER NOT NULL DEFAULT 0,         -- of the answer; 0: the request is still running
    content_type TEXT,
    location     TEXT,
    body         BLOB,
    PRIMARY KEY (account_id, key)
) STRICT;
CREATE INDEX idempotency_age ON idempotency (created_at);

CREATE TABLE domain (
    id            TEXT PRIMARY KEY NOT NULL,
    account_id    TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    name          TEXT NOT NULL,
    start_url     TEXT,
    sitemap_url   TEXT,
    state         TEXT NOT NULL CHECK (state IN ('empty', 'crawling', 'ready', 'failed')),
    problem       TEXT,
    page_count    INTEGER NOT NULL DEFAULT 0,
    pages_version INTEGER NOT NULL DEFAULT 0,        -- grows when a page or a visit is added, changed or removed
    created_at    INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL
) STRICT;
CREATE INDEX domain_account ON domain (account_id, id);
CREATE INDEX domain_busy ON domain (id) WHERE state = 'crawling';

CREATE TABLE domain_page (
    domain_id  TEXT NOT NULL REFERENCES domain (id) ON DELETE CASCADE,
    url        TEXT NOT NULL,
    title      TEXT NOT NULL,
    language   TEXT NOT NULL,
    touched_at INTEGER NOT NULL,                     -- when it was last put, changed or not
    pushed     INTEGER NOT NULL,                     -- 1: a crawl does not remove it
    html       BLOB NOT NULL,
    PRIMARY KEY (domain_id, url)
) STRICT;

CREATE TABLE delivery (
    id          TEXT PRIMARY KEY NOT NULL,
    article_id  TEXT NOT NULL REFERENCES article (id) ON DELETE CASCADE,
    url         TEXT NOT NULL,
    state       TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
    attempts    INTEGER NOT NULL DEFAULT 0,
    next_at     INTEGER NOT NULL,
    last_status INTEGER NOT NULL DEFAULT 0,
    last_error  TEXT,
    UNIQUE (article_id, url)
) STRICT;
CREATE INDEX delivery_due ON delivery (next_at, id) WHERE state = 'pending';

-- version 2

-- What the article may draw from, fixed when it was accepted: a folder of documents, or nothing.
ALTER TABLE article ADD COLUMN library TEXT;

-- version 3

-- Which plans there are is said in service/account/plans.h alone: the column loses its check.
ALTER TABLE account ADD COLUMN plan_name TEXT NOT NULL DEFAULT '';
UPDATE account SET plan_name = plan;
ALTER TABLE account DROP COLUMN plan;
ALTER TABLE account RENAME COLUMN plan_name TO plan;

-- version 4

-- Whom an account writes for. An article keeps the identifier in its config: a brand may be deleted before its articles.
CREATE TABLE brand (
    id          TEXT PRIMARY KEY NOT NULL,
    account_id  TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    name        TEXT NOT NULL,
    url         TEXT,
    created_at  INTEGER NOT NULL,
    updated_at  INTEGER NOT NULL,
    avoid       TEXT NOT NULL,                       -- JSON
    links       TEXT NOT NULL,
    description TEXT,
    voice       TEXT,
    audience    TEXT,
    knowledge   TEXT
) STRICT;
CREATE INDEX brand_account ON brand (account_id, id);

-- version 5

-- Steps say what they cost, and calls that failed are kept beside those that were done; number: in the order in which they ended.
-- When the article ends the outputs go, which are large, and the records stay.
CREATE TABLE step_record (
    article_id    TEXT NOT NULL REFERENCES article (id) ON DELETE CASCADE,
    number        INTEGER NOT NULL,
    name          TEXT NOT NULL,
    version       INTEGER NOT NULL,
    model         TEXT,                              -- NULL: no model was asked
    started_at    INTEGER NOT NULL,
    seconds       REAL NOT NULL,
    input_tokens  INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    is_done       INTEGER NOT NULL,
    status        TEXT NOT NULL,
    output        BLOB,                              -- NULL: the call failed, or the article has ended
    PRIMARY KEY (article_id, number)
) STRICT;
INSERT INTO step_record
    SELECT s.article_id, ROW_NUMBER() OVER (PARTITION BY s.article_id ORDER BY s.name), s.name, 1, NULL, a.updated_at, 0.0,
           0, 0, 1, 'done', s.output
    FROM step s JOIN article a ON a.id = s.article_id;
DROP TABLE step;
ALTER TABLE step_record RENAME TO step;

-- Which sources were looked at, and why those that were left out were.
ALTER TABLE article ADD COLUMN run TEXT;

-- How a finished article is to be polished; NULL: it is not. It is claimed and leased as an unfinished one is.
ALTER TABLE article ADD COLUMN polish TEXT;
ALTER TABLE article ADD COLUMN polish_asked_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE article ADD COLUMN polish_attempts INTEGER NOT NULL DEFAULT 0;
CREATE INDEX article_polish ON article (polish_asked_at, id) WHERE polish IS NOT NULL;

-- version 6

-- Terms and how well the article covers them, as JSON; NULL: none were asked for.
ALTER TABLE article ADD COLUMN seo TEXT;

-- version 7

-- Pictures of articles, served to whoever knows the id. The bytes stand last: reading the rest does not walk through their pages.
CREATE TABLE picture (
    id         TEXT PRIMARY KEY NOT NULL,            -- cannot be guessed
    article_id TEXT NOT NULL REFERENCES article (id) ON DELETE CASCADE,
    type       TEXT NOT NULL,                        -- of the content: "image/png"
    size       INTEGER NOT NULL,                     -- of the bytes
    bytes      BLOB NOT NULL
) STRICT;
CREATE INDEX picture_article ON picture (article_id);

-- version 8

-- Accounts are configured or added; one that is disabled or removed has no keys that work. What an account has left is the sum of its
-- rows in the ledger, and may be below 0 in words.
ALTER TABLE account ADD COLUMN origin TEXT NOT NULL DEFAULT 'configured';      -- or 'added'
ALTER TABLE account ADD COLUMN state TEXT NOT NULL DEFAULT 'active';           -- or 'disabled', 'removed'
ALTER TABLE account ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE account ADD COLUMN monthly_words INTEGER;                          -- instead of the plan's; -1: unlimited; NULL: the plan's
ALTER TABLE account ADD COLUMN monthly_credits INTEGER;
ALTER TABLE account ADD COLUMN granted_month INTEGER NOT NULL DEFAULT 0;       -- 202611: the last month whose amounts are in the ledger
ALTER TABLE account ADD COLUMN applied_words INTEGER NOT NULL DEFAULT -1;      -- by month, when that was; -1: unlimited
ALTER TABLE account ADD COLUMN applied_credits INTEGER NOT NULL DEFAULT -1;
ALTER TABLE account ADD COLUMN once_words INTEGER NOT NULL DEFAULT 0;          -- given once by the configuration
ALTER TABLE account ADD COLUMN once_credits INTEGER NOT NULL DEFAULT 0;
ALTER TABLE account ADD COLUMN words_balance INTEGER;                          -- left; NULL: unlimited
ALTER TABLE account ADD COLUMN credits_balance INTEGER;
UPDATE account SET words_balance = words_left, credits_balance = credits_left;
ALTER TABLE account DROP COLUMN words_left;
ALTER TABLE account DROP COLUMN credits_left;

-- Articles that are queued or processing are bounded, and would be many rows to count.
ALTER TABLE account ADD COLUMN open_articles INTEGER NOT NULL DEFAULT 0;
UPDATE account SET open_articles = (SELECT COUNT(*) FROM article a WHERE a.account_id = account.id AND a.state IN ('queued', 'processing'));

-- When the oldest article was accepted that is not written, and asked for that is not polished; NULL: there is none. A claim finds by it
-- whose turn it is, whatever the number of accounts that have something in line.
ALTER TABLE account ADD COLUMN writing_since INTEGER;
ALTER TABLE account ADD COLUMN polishing_since INTEGER;
UPDATE account SET
    writing_since = (SELECT MIN(a.created_at) FROM article a WHERE a.account_id = account.id AND a.state IN ('queued', 'processing')),
    polishing_since = (SELECT MIN(a.polish_asked_at) FROM article a WHERE a.account_id = account.id AND a.polish IS NOT NULL);
CREATE INDEX account_writing ON account (writing_since, id) WHERE writing_since IS NOT NULL;
CREATE INDEX account_polishing ON account (polishing_since, id) WHERE polishing_since IS NOT NULL;

-- What a key may be used for, and until when.
ALTER TABLE api_key ADD COLUMN scopes INTEGER NOT NULL DEFAULT 7;              -- the sum of service/account/scopes.h
ALTER TABLE api_key ADD COLUMN expires_at INTEGER NOT NULL DEFAULT 0;          -- 0: never

-- The ledger: what was given (above 0) and what was charged (below 0). Rows are only ever added. The subject (an article, a linking
-- request) may be gone; its row stays.
CREATE TABLE ledger_entry (
    id         TEXT PRIMARY KEY NOT NULL,
    account_id TEXT NOT NULL REFERENCES account (id),
    kind       TEXT NOT NULL,
    subject    TEXT NOT NULL,
    words      INTEGER NOT NULL,
    credits    INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (subject, kind)
) STRICT;
INSERT INTO ledger_entry SELECT '0' || subject || '-' || kind, account_id, kind, subject, -words, -credits, created_at FROM ledger
    WHERE words <> 0 OR credits <> 0;
DROP TABLE ledger;
ALTER TABLE ledger_entry RENAME TO ledger;
CREATE INDEX ledger_account ON ledger (account_id, created_at, id);

-- An account is as old as the first that is known of it.
UPDATE account SET created_at = COALESCE((SELECT MIN(k.created_at) FROM api_key k WHERE k.account_id = account.id), 0);
UPDATE account SET created_at = (SELECT MIN(e.created_at) FROM ledger e WHERE e.account_id = account.id)
    WHERE EXISTS (SELECT 1 FROM ledger e WHERE e.account_id = account.id AND (e.created_at < account.created_at OR account.created_at = 0));

-- What an account was given so far is what it has left and all that it was charged; the configuration gave it once.
UPDATE account SET once_words = words_balance - (SELECT COALESCE(SUM(e.words), 0) FROM ledger e WHERE e.account_id = account.id)
    WHERE words_balance IS NOT NULL;
UPDATE account SET once_credits = credits_balance - (SELECT COALESCE(SUM(e.credits), 0) FROM ledger e WHERE e.account_id = account.id)
    WHERE credits_balance IS NOT NULL;
INSERT INTO ledger SELECT '00-' || id, id, 'opening', id, once_words, once_credits, created_at FROM account
    WHERE once_words <> 0 OR once_credits <> 0;

-- The workers take accounts in turn: of those with something to write or to polish, the one that holds the fewest leases.
DROP INDEX article_claimable;
DROP INDEX article_polish;
CREATE INDEX article_claimable ON article (account_id, created_at, id, lease_until) WHERE state IN ('queued', 'processing');
CREATE INDEX article_polish ON article (account_id, polish_asked_at, id, lease_until) WHERE polish IS NOT NULL;
CREATE INDEX article_held ON article (account_id, lease_until) WHERE lease_until > 0 AND worker <> '';

-- Bytes of the HTML of a domain's pages are bounded, and would be many rows to sum up.
ALTER TABLE domain ADD COLUMN page_bytes INTEGER NOT NULL DEFAULT 0;
UPDATE domain SET page_bytes = (SELECT COALESCE(SUM(LENGTH(p.html)), 0) FROM domain_page p WHERE p.domain_id = domain.id);

-- What the last crawl met at addresses of a site that are none of its stored pages.
CREATE TABLE domain_visit (
    domain_id  TEXT NOT NULL REFERENCES domain (id) ON DELETE CASCADE,
    url        TEXT NOT NULL,
    status     INTEGER NOT NULL,                     -- of the answer; 0: it was not asked for
    leads_to   TEXT,                                 -- by a redirect, or its canonical address
    visited_at INTEGER NOT NULL,
    PRIMARY KEY (domain_id, url)
) STRICT;

-- Sites and webhooks to which finished articles go.
CREATE TABLE integration (
    id            TEXT PRIMARY KEY NOT NULL,
    account_id    TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    kind          TEXT NOT NULL,                     -- a row of deliver/targets.c
    name          TEXT NOT NULL,
    state         TEXT NOT NULL,                     -- 'active' or 'disabled'
    problem       TEXT,                              -- why it is disabled; NULL: it is not, or its owner did it
    settings      TEXT NOT NULL,                     -- JSON, without what is secret
    secrets       BLOB,                              -- JSON, sealed (deliver/secrets/sealed.h); NULL: there are none
    failing_since INTEGER NOT NULL DEFAULT 0,        -- the first attempt that failed since one was accepted; 0: none did
    created_at    INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL
) STRICT;
CREATE INDEX integration_account ON integration (account_id, id);

-- Deliveries go to an integration or to the webhookUrl of a request; which of them is the target, once for each article.
CREATE TABLE delivery_record (
    id             TEXT PRIMARY KEY NOT NULL,        -- the webhook-id too
    account_id     TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    article_id     TEXT NOT NULL REFERENCES article (id) ON DELETE CASCADE,
    integration_id TEXT,                             -- NULL: the webhookUrl; of a deleted one it stays
    target         TEXT NOT NULL,                    -- integration_id or url
    url            TEXT NOT NULL,
    event          TEXT NOT NULL,
    state          TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
    attempts       INTEGER NOT NULL DEFAULT 0,
    next_at        INTEGER NOT NULL,
    claim          INTEGER NOT NULL DEFAULT 0,       -- fencing number: grows with each claim
    lease_until    INTEGER NOT NULL DEFAULT 0,       -- 0: nobody holds it
    busy_until     INTEGER NOT NULL DEFAULT 0,       -- an attempt timed out: until then its receiver may be at work on it
    last_status    INTEGER NOT NULL DEFAULT 0,
    last_error     TEXT,
    remote_url     TEXT,
    created_at     INTEGER NOT NULL,
    updated_at     INTEGER NOT NULL,
    progress       TEXT,                             -- JSON: what earlier attempts have done at the target; NULL: nothing
    UNIQUE (article_id, target)
) STRICT;
INSERT INTO delivery_record
    SELECT d.id, a.account_id, d.article_id, NULL, d.url, d.url, 'article.' || a.state, d.state, d.attempts, d.next_at, d.attempts, 0, 0,
           d.last_status, d.last_error, NULL, a.updated_at, a.updated_at, NULL
    FROM delivery d JOIN article a ON a.id = d.article_id;
DROP TABLE delivery;
ALTER TABLE delivery_record RENAME TO delivery;
CREATE INDEX delivery_due ON delivery (next_at) WHERE state = 'pending';
CREATE INDEX delivery_due_of ON delivery (account_id, next_at, id) WHERE state = 'pending';
CREATE INDEX delivery_held ON delivery (account_id, lease_until) WHERE state = 'pending' AND lease_until > 0;
CREATE INDEX delivery_integration ON delivery (integration_id, id);
CREATE INDEX delivery_waiting ON delivery (integration_id) WHERE state = 'pending';

-- Answers of which an account keeps the newest bodies alone.
ALTER TABLE idempotency ADD COLUMN is_bounded INTEGER NOT NULL DEFAULT 0;
CREATE INDEX idempotency_bounded ON idempotency (account_id, created_at) WHERE is_bounded = 1 AND body IS NOT NULL;

-- version 9

-- Browsers that are signed in with a key.
CREATE TABLE session (
    hash       BLOB PRIMARY KEY NOT NULL,            -- SHA-256 of the cookie, which is kept nowhere
    key_id     TEXT NOT NULL REFERENCES api_key (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    ends_at    INTEGER NOT NULL
) STRICT;
CREATE INDEX session_key ON session (key_id, created_at);
CREATE INDEX session_end ON session (ends_at);

-- version 10

-- The oldest program that may go on with the schema, by the newest version that it knows (schema.h).
ALTER TABLE schema_version ADD COLUMN beside INTEGER NOT NULL DEFAULT 0;
UPDATE schema_version SET beside = version;

-- The processes that serve this database. Times are the database's.
CREATE TABLE node (
    id         TEXT PRIMARY KEY NOT NULL,            -- of this run of the process
    name       TEXT NOT NULL,                        -- of the machine
    address    TEXT NOT NULL,                        -- where it answers requests
    version    TEXT NOT NULL,                        -- of copydesk
    schema     INTEGER NOT NULL,                     -- the newest that it knows
    workers    INTEGER NOT NULL,
    busy       INTEGER NOT NULL,                     -- articles under way
    started_at INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL
) STRICT;

-- Which node is at work on a request; '': one that wrote nothing of itself.
ALTER TABLE idempotency ADD COLUMN node TEXT NOT NULL DEFAULT '';

-- Which node holds the lease of a delivery; when nobody does, which one held it last. '': one that wrote nothing of itself.
ALTER TABLE delivery ADD COLUMN node TEXT NOT NULL DEFAULT '';
DROP INDEX delivery_held;
CREATE INDEX delivery_held ON delivery (node, account_id, lease_until) WHERE state = 'pending' AND lease_until > 0;

-- Buckets of rate limits that all nodes share. One that is full has no row.
CREATE TABLE rate (
    name      TEXT PRIMARY KEY NOT NULL,
    tokens    REAL NOT NULL,                         -- that were there at that time
    filled_at INTEGER NOT NULL                       -- the database's
) STRICT;

-- A database into which a data folder is being moved (store/move), and by which of its moves. Empty in every other: no service works on
-- one that is half filled.
CREATE TABLE moving (
    id         TEXT PRIMARY KEY NOT NULL,
    source     TEXT NOT NULL,                        -- the data folder, and the machine that it is on
    started_at INTEGER NOT NULL
) STRICT;

-- Which node crawls a domain, and until when unless it renews that.
ALTER TABLE domain ADD COLUMN crawler TEXT NOT NULL DEFAULT '';          -- the node; '': nobody does
ALTER TABLE domain ADD COLUMN crawl INTEGER NOT NULL DEFAULT 0;          -- fencing number: grows with each crawl
ALTER TABLE domain ADD COLUMN crawl_until INTEGER NOT NULL DEFAULT 0;

-- Linking index files of domains, which one node builds and the others fetch; only on a database that nodes share.
CREATE TABLE domain_index (
    domain_id     TEXT NOT NULL REFERENCES domain (id) ON DELETE CASCADE,
    format        TEXT NOT NULL,                     -- of the file: programs of two versions keep their own
    pages_version INTEGER NOT NULL DEFAULT -1,       -- of the file that is here; -1: none yet
    size          INTEGER NOT NULL DEFAULT 0,
    hash          BLOB,                              -- SHA-256 of the file
    built_at      INTEGER NOT NULL DEFAULT 0,
    builder       TEXT NOT NULL DEFAULT '',          -- the node that builds a newer one; '': nobody does
    build         INTEGER NOT NULL DEFAULT 0,        -- fencing number: grows with each build
    build_until   INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (domain_id, format)
) STRICT;
CREATE TABLE domain_index_part (
    domain_id     TEXT NOT NULL,
    format        TEXT NOT NULL,
    pages_version INTEGER NOT NULL,
    number        INTEGER NOT NULL,                  -- 0, 1, ...
    bytes         BLOB NOT NULL,
    PRIMARY KEY (domain_id, format, pages_version, number),
    FOREIGN KEY (domain_id, format) REFERENCES domain_index (domain_id, format) ON DELETE CASCADE
) STRICT;

-- One-time codes that sign a browser in.
CREATE TABLE sign_in_code (
    hash    BLOB PRIMARY KEY NOT NULL,               -- SHA-256 of the code, which is kept nowhere
    id      TEXT NOT NULL UNIQUE,                    -- by which it is asked for
    key_id  TEXT NOT NULL REFERENCES api_key (id) ON DELETE CASCADE,
    ends_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sign_in_code_key ON sign_in_code (key_id, ends_at);
CREATE INDEX sign_in_code_end ON sign_in_code (ends_at);

-- Keys that a configuration gave and that were stored: one that was deleted since does not come back by another node's start.
CREATE TABLE configured_key (
    hash       BLOB PRIMARY KEY NOT NULL,            -- as in api_key
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE
) STRICT;
CREATE INDEX configured_key_account ON configured_key (account_id);

-- version 11, beside 10

-- Articles are listed by their state, too, and those under way are counted.
CREATE INDEX article_state ON article (account_id, state, id);
CREATE INDEX article_processing ON article (id) WHERE state = 'processing';

-- By what articles are found: the trigrams of keyword and title, folded, of which `gram` is a hash with the account; `at` is made of the
-- beginning of the article's id, and says when it was made (article_grams.h).
CREATE TABLE article_gram (
    gram INTEGER NOT NULL,
    at   INTEGER NOT NULL,
    PRIMARY KEY (gram, at)
) WITHOUT ROWID;

-- How far articles of an older program have been given theirs.
CREATE TABLE article_gram_fill (
    done_id     TEXT PRIMARY KEY NOT NULL,           -- all up to this one have theirs
    is_complete INTEGER NOT NULL                     -- 1: all have
) STRICT;
INSERT INTO article_gram_fill SELECT '', CASE WHEN EXISTS (SELECT 1 FROM article) THEN 0 ELSE 1 END;

-- Articles that have ended, by when: those that are older than they are kept for are removed.
CREATE INDEX article_finished ON article (updated_at) WHERE state = 'finished';
CREATE INDEX article_failed ON article ((CASE WHEN error_code = 'cancelled' THEN 1 ELSE 0 END), updated_at) WHERE state = 'failed';
