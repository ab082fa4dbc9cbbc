"""What is said: the rules by case, what is asked, and words about combats, places and the log. Text only, no screen."""
