a = 1
# TODO: more
b = 2
