-- The configuration of a node: the same file on every machine. What differs, and what is secret, comes from the
-- environment: below systemd from /etc/copydesk/node.env (node.conf), here from nodes.sh.
local env = os.getenv

return {
  name = env "COPYDESK_NAME",      -- what `copydesk nodes` calls this one
  listen = env "COPYDESK_LISTEN",  -- where nginx finds it: 10.0.0.1:8080
  data = env "COPYDESK_DATA",      -- the database that all share: postgresql://copydesk@db.example/copydesk
  folder = env "COPYDESK_FOLDER",  -- what this node keeps for itself

  -- Alike on all nodes, so that any of them can go on with what another one began.
  account = { key = env "COPYDESK_KEY" },
  secret_key = env "COPYDESK_SECRET_KEY",
  library = env "COPYDESK_LIBRARY",

  -- As people and receivers of webhooks reach the nodes, and where nginx is, which says who asks.
  public_url = env "COPYDESK_PUBLIC_URL",
  proxies = { env "COPYDESK_PROXY" },
  limits = { connections_per_address = 0 },  -- all come from nginx

  -- How long what is under way may take when a node is stopped: articles, requests, and the connections that nginx
  -- keeps (keepalive_timeout in nginx.conf is less).
  stop_seconds = 10,
  log = "info",
}
