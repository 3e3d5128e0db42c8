import os

def main():
    print("todo")
