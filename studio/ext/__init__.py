"""Extensions: model clients, tools and executors, one vendor SDK per folder."""
