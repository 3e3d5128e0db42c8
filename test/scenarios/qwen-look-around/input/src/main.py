# TODO
# todo
