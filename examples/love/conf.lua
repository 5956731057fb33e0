function love.conf(game)
  game.identity = "copydesk-example"
  game.window.title = "copydesk"
  game.window.width, game.window.height = 640, 240
  game.modules.audio, game.modules.joystick, game.modules.physics = false, false, false
end
