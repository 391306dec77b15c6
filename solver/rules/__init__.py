"""The rules: games as data, the follow relation, the turn, the commands, and the rulings behind them."""
