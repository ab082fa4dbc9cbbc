"""The report of a game, to post or to print: one page of HTML that loads nothing, or Markdown."""
