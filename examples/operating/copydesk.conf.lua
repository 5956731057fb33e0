-- The configuration of `copydesk serve` below systemd (copydesk.service). Every entry: `copydesk help configuration`.
-- copydesk.socket says at which address it listens, and the unit where its data is.
return {
  -- As people and receivers of webhooks reach the service, through nginx.conf.
  -- public_url = "https://desk.example",
  -- proxies = { "127.0.0.1" },

  -- Documents that the built-in writer may draw from.
  -- library = "/srv/copydesk/library",

  -- Who writes; without it the built-in writer. Keys of models belong into the unit's environment: say
  -- EnvironmentFile= in `systemctl edit copydesk`.
  -- models = {
  --   ["*"] = { api = "openai", base_url = "https://models.example/v1", model = "...", api_key_env = "MODEL_KEY" },
  -- },

  log = "info",
  -- log_format = "json",
}
